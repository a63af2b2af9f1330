# Every target is a task of tools/tasks.py, which needs Python 3.11+ and nothing else.
# Where make is missing: python3 tools/tasks.py demo
PYTHON ?= python3

.PHONY: demo test lint docs tests wheel-check oldest clean help
help:
	@$(PYTHON) tools/tasks.py || true

demo test lint docs tests wheel-check oldest clean:
	@$(PYTHON) tools/tasks.py $@
