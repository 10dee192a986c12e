/**
 * What each shell runs. The scripts ask `mosaic completion --words` for every completion, so they know new commands without being made again.
 * The word that is being typed comes last, after a colon, because Windows PowerShell passes no empty arguments.
 * A line is a value, a tab and a text; the line `:files` asks the shell for files.
 */
export const SCRIPTS = {
  bash: String.raw`# Completion of mosaic for bash. To use it, add to ~/.bashrc: eval "$(mosaic completion bash)"
_mosaic() {
  local words=() word value text i
  # bash takes "=" for a word of its own.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    if [[ ${"$"}{#words[@]} -gt 0 && (${"$"}{COMP_WORDS[i]} == "=" || ${"$"}{COMP_WORDS[i - 1]} == "=") ]]; then
      words[${"$"}{#words[@]} - 1]+=${"$"}{COMP_WORDS[i]}
    else
      words+=("${"$"}{COMP_WORDS[i]}")
    fi
  done
  word=${"$"}{words[${"$"}{#words[@]} - 1]}
  words[${"$"}{#words[@]} - 1]=":$word"
  COMPREPLY=()
  while IFS=$'\t' read -r value _; do
    if [[ $value == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "${"$"}{word#--*=}")
    elif [[ $word == --*=* ]]; then
      COMPREPLY+=("${"$"}{value#*=}")
    else
      COMPREPLY+=("$value")
    fi
  done < <(mosaic completion --words -- "${"$"}{words[@]}" 2>/dev/null)
}
complete -F _mosaic mosaic
`,
  zsh: String.raw`#compdef mosaic
# Completion of mosaic for zsh. To use it, add to ~/.zshrc after compinit: eval "$(mosaic completion zsh)"
_mosaic() {
  local -a values before
  local value text files=0
  before=("${"$"}{(@)words[2,CURRENT-1]}")
  while IFS=$'\t' read -r value text; do
    if [[ $value == ":files" ]]; then
      files=1
    else
      values+=("${"$"}{value//:/\\:}${"$"}{text:+:$text}")
    fi
  done < <(mosaic completion --words -- "${"$"}{before[@]}" ":${"$"}{words[CURRENT]}" 2>/dev/null)
  ((${"$"}{#values})) && _describe -V mosaic values
  if ((files)); then
    [[ ${"$"}{words[CURRENT]} == --*=* ]] && compset -P '*='
    _files
  fi
}
if [[ "${"$"}{funcstack[1]}" == "_mosaic" ]]; then
  _mosaic "$@"
else
  compdef _mosaic mosaic
fi
`,
  fish: `# Completion of mosaic for fish. To use it: mosaic completion fish > ~/.config/fish/completions/mosaic.fish
function __mosaic_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    for line in (mosaic completion --words -- $before[2..-1] ":$word" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$word"
        else
            echo $line
        end
    end
end
complete -c mosaic -f -a '(__mosaic_complete)'
`,
  powershell: `# Completion of mosaic for PowerShell. To use it, add to $PROFILE: mosaic completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mosaic -ScriptBlock {
  param($word, $tree, $position)
  $words = @($tree.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.Extent.Text })
  # Without a result, PowerShell offers files by itself.
  mosaic completion --words '--' @words ":$word" 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
    $value, $text = $_ -split "${"`"}t", 2
    if (-not $text) { $text = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
  }
}
`,
} as const;

export type Shell = keyof typeof SCRIPTS;
