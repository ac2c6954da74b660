# What .ci/run and .ci/nightly share; sourced by them.
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1 PYTHONHASHSEED=0
unset PYTHONPATH PYTHONDONTWRITEBYTECODE

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
failed=() running=()
data=${SATDOKU_DATA:-$here/../shared/data}
[ -d "$data" ] && SATDOKU_DATA=$(cd "$data" && pwd) && export SATDOKU_DATA

step() { # NAME COMMAND …: run it, remember a failure, go on
  local name=$1
  shift
  printf '\n== %s (%ds)\n' "$name" "$SECONDS"
  ("$@") || { echo "FAILED: $name"; failed+=("$name"); }
}
background() { # NAME COMMAND …: the same beside others, until finish_background
  local name=$1
  shift
  ("$@") >"$room/$name.log" 2>&1 &
  running+=("$name:$!")
}
finish_background() {
  local one name
  for one in "${running[@]}"; do
    name=${one%:*}
    wait "${one##*:}"
    step "$name" report_of "$name" $?
  done
  running=()
}
report_of() { tail -n 60 "$room/$1.log"; return "$2"; }
the_end() {
  printf '\n== the end (%ds)\n' "$SECONDS"
  [ ${#failed[@]} -eq 0 ] && { echo "all steps passed"; exit 0; }
  printf 'failed step: %s\n' "${failed[@]}"
  exit 1
}

# The checkout as others get it: without what git ignores, and without .git.
copy() {
  mkdir "$room/source"
  if git -C "$here" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    cd "$here" && git ls-files -z --cached --others --exclude-standard |
      while IFS= read -r -d '' file; do
        [ -e "$file" ] && printf '%s\0' "$file"
      done | tar --null --no-recursion -T - -cf - | tar -xf - -C "$room/source"
  else
    cp -a "$here/." "$room/source/"
  fi
}
fresh_environment() { # [NAME]; the shell then forgets where it found python3 before
  "${PYTHON:-python3}" -m venv "$room/${1:-venv}" && hash -r
}
export PATH="$room/venv/bin:$PATH"

install() { # what pip takes; groups need a newer pip than comes with Python 3.11
  cd "$room/source" && python3 -m pip install --upgrade "pip>=25.1" &&
    python3 -m pip install "$@"
}
in_source() { # MODULE or FILE, ARGUMENTS …: by the Python of the environment
  cd "$room/source" || return 1
  case $1 in
    *.py) python3 "$@" ;;
    *) python3 -m "$@" ;;
  esac
}
# A wheel built from the source distribution, and the tests of what is in both.
wheel() {
  cd "$room/source" && python3 -m build --outdir "$room/dist" . >"$room/build.log" 2>&1 ||
    { tail -n 40 "$room/build.log"; return 1; }
  SATDOKU_DIST=$room/dist python3 -m pytest -q -n 0 -p no:cacheprovider tests/packaging
}
# What the page is tested with, where Chromium and npm are: Playwright, which drives
# Chromium, Pyodide, and the wheel of python-sat for it.
page_tools() {
  if ! command -v chromium >/dev/null || ! command -v npm >/dev/null; then
    echo "the page is not tested: chromium or npm is not installed"
    return
  fi
  cd "$room" && npm pack --silent pyodide@314.0.7 >/dev/null && mkdir "$room/pyodide" &&
    tar -xzf pyodide-*.tgz --strip-components 1 -C "$room/pyodide" &&
    python3 -m pip download --pre --no-deps --only-binary :all: --implementation cp \
      --python-version 314 --abi cp314 --platform pyemscripten_2026_0_wasm32 \
      -d "$room/pyodide" python-sat && install --group page
}
export SATDOKU_PYODIDE=$room/pyodide
# The page's modules by ESLint's recommended rules, and their types, those of replies made
# from the schemas of JSON output.
page_lint() {
  command -v npm >/dev/null || { echo "npm is not installed"; return; }
  mkdir "$room/lint" && cd "$room/lint" && cp "$room/source/tests/web/lint/"* . &&
    npm install --silent --no-audit --no-fund eslint@9 @eslint/js@9 globals@16 typescript@5 &&
    cp -r "$room/source/satdoku/web/static" page &&
    python3 schema_types.py "$room/source/docs/schema" >page/replies.d.ts &&
    npx eslint page && npx tsc -p tsconfig.json
}
documents() { in_source sphinx -q -n -W --keep-going docs "$room/html"; }
suite() { in_source pytest -q --durations 15 --junitxml "$room/report.xml" "$@"; }
