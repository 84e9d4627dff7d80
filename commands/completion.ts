import { commandLine } from '#app/platform/command-line/command-line.ts';
import { type Command, exitCodes, isDocumented, runVerb, seeHelp, UsageError, type Verb } from './command.ts';

/** The command that prints a completion script of all commands, itself included. */
export function completionOf(loadCommands: () => Promise<Command[]>): Command {
  const verbs: Record<string, Verb> = {
    bash: {
      options: [],
      load:
        async () =>
        async (words, { terminal }) => {
          if (words.length > 0)
            throw new UsageError(`'completion bash' accepts nothing else. ${seeHelp('completion')}`);
          terminal.print(renderBashCompletion(await loadCommands()));
          return exitCodes.done;
        },
    },
  };
  return {
    name: 'completion',
    summary: 'Print a script that completes commands and options in the shell',
    help: `Usage: ${commandLine('completion bash')}

Prints a script for bash. With it, the Tab key completes commands, their options, and files. It is for
the command 'belfry', and needs nothing but bash.

In this shell:            source <(belfry completion bash)
For all users, as root:   belfry completion bash > /etc/bash_completion.d/belfry
                          (this needs the package bash-completion)`,
    words: 'many',
    verbs,
    run: (invocation) => runVerb('completion', verbs, invocation),
  };
}

/** The script. After an option with a value, and where no word of ours fits, the shell completes files. */
function renderBashCompletion(commands: Command[]): string {
  const names = [...commands.map(({ name }) => name), '--help', '--version'];
  return `# Completes belfry in bash. Written by: belfry completion bash
_belfry() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} verb= each words= options= files=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names.join(' ')}' -- "$word"))
    return
  fi
  for each in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    if [[ $each != -* ]]; then
      verb=$each
      break
    fi
  done
  case "$command $before" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$command \${verb:--}" in
${commands.flatMap(wordCases).join('\n')}
  esac
  if [[ $word == -* || -z $words$files ]]; then
    words=$options
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _belfry belfry`;
}

/** What follows an option that has a value. */
function valueCases(command: Command): string[] {
  const { name, options = {}, help } = command;
  const valued = Object.keys(options).filter(
    (option) => options[option]?.type === 'string' && isDocumented(command, option),
  );
  return valued.map((option) => {
    const [, choices] = new RegExp(`--${option} ([a-z]+(?:\\|[a-z]+)+)`).exec(help) ?? [];
    const reply = choices ? `COMPREPLY=($(compgen -W '${choices.replaceAll('|', ' ')}' -- "$word")); ` : '';
    return `    '${name} --${option}') ${reply}return ;;`;
  });
}

/**
 * The words that fit after a command, and after what its first argument can be: `options` only where a hyphen was typed,
 * or nothing else can follow.
 */
function wordCases(command: Command): string[] {
  const { name, options = {}, verbs = {}, words } = command;
  const documented = Object.keys(options).filter((option) => isDocumented(command, option));
  const given = (taken: string[]) =>
    `options='${[...taken, 'help'].map((option) => `--${option}`).join(' ')}'`;
  const files = words === 'many' ? ' files=1' : '';
  const names = Object.keys(verbs);
  return [
    ...names.map((verb) => `    '${name} ${verb}') ${given(verbs[verb]?.options ?? [])} files=1 ;;`),
    ...(names.length > 0 ? [`    '${name} -') words='${names.join(' ')}' ${given(documented)} ;;`] : []),
    `    '${name} '*) ${given(documented)}${files} ;;`,
  ];
}
