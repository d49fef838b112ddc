#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# manual.sh PROGRAM FOLDER: writes the manual page isobar.1 and the completions isobar.bash, _isobar
# (zsh) and isobar.fish to FOLDER. All that they say is what `isobar --help`, the --help of each of
# its commands and `isobar list` say, so that nothing is to be kept up by hand.
set -euo pipefail

program=$1
folder=$2
rows=$folder/rows
export LC_ALL=C

# rows_of COMMAND ...: reads the help of a command, `isobar explore` say, and of the commands below
# it. A row is KIND, COMMAND and up to three fields:
#   command  description  usage
#   group    title
#   option, positional, subcommand  names  what follows them (type, values)  description
#   footer   line
rows_of() {
  local help command below
  help=$("$program" "${@:2}" --help </dev/null)
  awk -v command="$*" '
    function row(kind, a, b, c) { printf "%s\t%s\t%s\t%s\t%s\n", kind, command, a, b, c }
    { line[NR] = $0 }
    END {
      usage = line[2]; sub(/^Usage: */, "", usage)
      row("command", line[1], usage)
      n = NR
      while (n > 0 && line[n] == "") --n
      for (i = 3; i <= n; ++i) {
        if (line[i] == "") continue
        if (line[i] ~ /^[^ ]/) {  # the title of a group, or the text below the groups
          title = line[i]; sub(/:$/, "", title)
          kind = tolower(title) == "positionals" ? "positional" \
               : tolower(title) == "subcommands" ? "subcommand" : "option"
          if (line[i] !~ /:$/ || (kind == "option" && line[i + 1] !~ /^  -/)) break
          row("group", title)
        } else if (line[i] ~ /^  [^ ]/) {
          # CLI11 puts the description at the 31st column, in the next line if the name is long.
          name = line[i]; text = ""
          if (substr(line[i + 1], 1, 30) ~ /^ +$/) {
            text = substr(line[++i], 31)
          } else if (length(name) > 30) {
            text = substr(name, 31); name = substr(name, 1, 30)
          }
          sub(/^ +/, "", name); sub(/ +$/, "", name)
          rest = name; sub(/^[^ ]+ */, "", rest); sub(/ .*/, "", name)
          row(kind, name, rest, text)
        } else {
          printf "unexpected in the help of %s: %s\n", command, line[i] >"/dev/stderr"
          exit 1
        }
      }
      for (; i <= n; ++i) row("footer", line[i])
    }' <<<"$help" | tee -a "$rows" | awk -F '\t' '$1 == "subcommand" { print $3 }' >"$rows.below"
  mapfile -t below <"$rows.below"
  for command in "${below[@]}"; do rows_of "$@" "$command"; done
}

# names_in LIST: the names that `isobar list LIST` shows, without placeholders.
names_in() { "$program" list "$1" | sed -n 's/^  \([a-z][a-z0-9-]*\) .*/\1/p' | paste -sd ' '; }

# Functions of awk that say what may follow an option.
values='
  # The values that a type such as TEXT:{markdown,schema} names, or that the program lists.
  function values(type) {
    if (match(type, /\{.*\}/)) {
      type = substr(type, RSTART + 1, RLENGTH - 2); gsub(/,/, " ", type)
      return type
    }
    if (type == "SCHEME") return schemes
    if (type == "APP") return applications
    return ""
  }
  function is_file(type) { return type ~ /^(FILE|FOLDER|DIR)/ }
'

page() {
  awk -F '\t' -v version="$("$program" --version)" '
    function text(t) {
      gsub(/\\/, "\\e", t); gsub(/-/, "\\-", t)
      return t ~ /^[.\047]/ ? "\\&" t : t
    }
    function bold(t) { return "\\fB" text(t) "\\fR" }
    function italic(t) { return t == "" ? "" : "\\fI" text(t) "\\fR" }
    $1 == "command" && !started {
      started = 1
      name = $3; sub(/^Isobar: /, "", name)
      print ".TH ISOBAR 1 \"\" \"" version "\" \"User Commands\""
      print ".SH NAME\nisobar \\- " text(name)
      print ".SH SYNOPSIS\n" bold($4)
      print ".SH DESCRIPTION"
    }
    $1 == "command" && $2 != "isobar" {
      if (footer) print ".fi"
      footer = 0
      print ".SH \"" text($2) "\"\n" text($3) ".\n.PP\n" bold($4)
    }
    $1 == "group" { print ".SS \"" text($3) "\"" }
    $1 == "option" || $1 == "positional" || $1 == "subcommand" {
      names = $3; gsub(/,/, ", ", names)
      print ".TP\n" bold(names) ($4 == "" ? "" : " " italic($4)) "\n" text($5)
    }
    $1 == "footer" {
      if (!footer) print ".PP\n.nf"
      footer = 1
      print $3 == "" ? ".sp" : text($3)
    }
    END { if (footer) print ".fi" }
  ' "$rows"
}

# The walk along the words of a line is the same in every shell: as long as the command so far and
# the word are a command again, they are the command.
commands() { awk -F '\t' '$1 == "command" && $2 != "isobar" { print "'\''" $2 "'\''" }' "$rows"; }

bash_completion() {
  echo "# Completion of isobar for bash, made from the program's --help."
  echo "_isobar() {"
  echo "  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}"
  echo "  local command=isobar word words="
  echo "  # bash takes --option=value for three words."
  echo "  if [[ \$current == = ]]; then current="
  echo "  elif [[ \$previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}; fi"
  echo "  for word in \"\${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do"
  echo "    case \"\$command \$word\" in"
  echo "      $(commands | paste -sd '|')) command=\"\$command \$word\" ;;"
  echo "    esac"
  echo "  done"
  echo "  case \"\$command \$previous\" in"
  awk -F '\t' -v schemes="$schemes" -v applications="$applications" "$values"'
    $1 != "option" || $4 == "" { next }
    {
      n = split($3, names, ","); pattern = ""
      for (i = 1; i <= n; ++i) pattern = pattern "|\047" $2 " " names[i] "\047"
      list = values($4)
      if (list == "") others = others pattern
      else print "    " substr(pattern, 2) ") words=\047" list "\047 ;;"
    }
    END { print "    " substr(others, 2) ") return ;;" }
  ' "$rows"
  echo "    *) case \"\$command\" in"
  awk -F '\t' -v schemes="$schemes" -v applications="$applications" "$values"'
    $1 == "command" { order[++count] = $2 }
    $1 == "option" {
      n = split($3, names, ",")
      for (i = 1; i <= n; ++i) options[$2] = options[$2] " " names[i]
    }
    $1 == "subcommand" { other[$2] = other[$2] " " $3 }
    $1 == "positional" && values($4) != "" { other[$2] = other[$2] " " values($4) }
    END {
      for (i = 1; i <= count; ++i) {
        c = order[i]
        print "      \047" c "\047)"
        print "        if [[ $current == -* ]]; then words=\047" substr(options[c], 2) "\047"
        print "        else words=\047" substr(other[c], 2) "\047; fi ;;"
      }
    }
  ' "$rows"
  echo "    esac ;;"
  echo "  esac"
  echo "  mapfile -t COMPREPLY < <(compgen -W \"\$words\" -- \"\$current\")"
  echo "}"
  echo "complete -o bashdefault -o default -F _isobar isobar"
}

zsh_completion() {
  echo "#compdef isobar"
  echo "# Completion of isobar for zsh, made from the program's --help."
  echo "_isobar() {"
  echo "  local command=isobar"
  echo "  while ((CURRENT > 2)); do"
  echo "    case \"\$command \$words[2]\" in"
  echo "      $(commands | paste -sd '|')) command=\"\$command \$words[2]\" ;;"
  echo "      *) break ;;"
  echo "    esac"
  echo "    shift words"
  echo "    ((CURRENT--))"
  echo "  done"
  echo "  case \$command in"
  awk -F '\t' -v schemes="$schemes" -v applications="$applications" "$values"'
    function quoted(t) { gsub(/\047/, "\047\\\047\047", t); return "\047" t "\047" }
    function plain(t) { gsub(/\\/, "\\\\", t); gsub(/[\[\]:]/, "\\\\&", t); return t }
    function action(type) {
      return values(type) != "" ? "(" values(type) ")" : is_file(type) ? "_files" : ""
    }
    function finish() {
      if (files != "" && below != "") below = "{compadd --" plain_below "; _files}"
      else if (below != "") below = "((" below "))"
      if (below != "") print "        " quoted("1:command:" below) " \\"
      if (open) print "        " quoted("*:argument:" (argument != "" ? argument : "_files")) " ;;"
      below = ""; plain_below = ""; argument = ""; files = ""
    }
    $1 == "command" {
      finish(); open = 1
      print "    " quoted($2) ")\n      _arguments \\"
    }
    $1 == "option" {
      n = split($3, names, ",")
      many = $5 ~ /repeatable/ ? "*" : ""
      type = $4; sub(/[: ].*/, "", type)
      for (i = 1; i <= n; ++i) {
        spec = many names[i] "[" plain($5) "]"
        if ($4 != "") spec = spec ":" plain(type) ":" action($4)
        print "        " quoted(spec) " \\"
      }
    }
    $1 == "positional" && values($4) != "" { argument = "(" values($4) ")" }
    $1 == "positional" && values($4) == "" { files = "yes" }
    $1 == "subcommand" {
      plain_below = plain_below " " $3
      # The text is read twice, as a list of words and as an action.
      text = $5; gsub(/[^A-Za-z0-9 ,.-]/, "", text)
      below = below (below == "" ? "" : " ") $3 "\\:\"" text "\""
    }
    END { finish() }
  ' "$rows"
  echo "  esac"
  echo "}"
  echo "_isobar \"\$@\""
}

fish_completion() {
  echo "# Completion of isobar for fish, made from the program's --help."
  echo "function __isobar_at"
  echo "    set -l command isobar"
  echo "    for word in (commandline -opc)[2..-1]"
  echo "        if contains -- \"\$command \$word\" $(commands | paste -sd ' ')"
  echo "            set command \"\$command \$word\""
  echo "        end"
  echo "    end"
  echo "    test \"\$command\" = \"\$argv[1]\""
  echo "end"
  awk -F '\t' -v schemes="$schemes" -v applications="$applications" "$values"'
    function quoted(t) { gsub(/\\/, "\\\\", t); gsub(/\047/, "\\\047", t); return "\047" t "\047" }
    { at = "complete -c isobar -n \047__isobar_at \"" $2 "\"\047" }
    $1 == "option" {
      n = split($3, names, ","); spec = ""
      for (i = 1; i <= n; ++i) {
        spec = spec (names[i] ~ /^--/ ? " -l " substr(names[i], 3) : " -s " substr(names[i], 2))
      }
      if ($4 != "") spec = spec (is_file($4) ? " -r -F" : " -x")
      if (values($4) != "") spec = spec " -a " quoted(values($4))
      print at spec " -d " quoted($5)
    }
    $1 == "positional" && values($4) != "" { print at " -f -a " quoted(values($4)) }
    $1 == "subcommand" { print at " -f -a " $3 " -d " quoted($5) }
  ' "$rows"
}

mkdir -p "$folder"
: >"$rows"
rows_of isobar
# Help that could not be read must not become an empty page.
awk -F '\t' '
  $1 == "command" { commands[$2] = 1 }
  $1 == "option" { options[$2] = 1 }
  END { for (c in commands) if (!(c in options)) { print "no options in the help of " c; exit 1 } }
' "$rows" >&2
schemes=$(names_in schemes)
applications=$(names_in applications)
page >"$folder/isobar.1"
bash_completion >"$folder/isobar.bash"
zsh_completion >"$folder/_isobar"
fish_completion >"$folder/isobar.fish"
rm "$rows" "$rows.below"
