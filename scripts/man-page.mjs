// The man page, from the help pages of the built program, which follow from its table of verbs.
import { execFileSync } from 'node:child_process';

/** memvault.1 as roff. `starter`: the built program. */
export function renderManPage(starter, version) {
  const help = (...verb) => execFileSync(process.execPath, [starter, 'help', ...verb], { encoding: 'utf8' });
  const [, about, ...parts] = help().trimEnd().split('\n\n');
  const [rows, [options, more, , exits]] = [parts.slice(0, -4), parts.slice(-4)];
  const verbs = rows.flatMap((group) => group.match(/^ {2}[a-z]+(?= )/gm).map((name) => name.trim()));
  return [
    `.TH MEMVAULT 1 "" "memvault ${version}" ""`,
    section('NAME', 'memvault - memory for you and your agents, in markdown files'),
    section('SYNOPSIS', `memvault COMMAND [OPTIONS]`),
    section('DESCRIPTION', `${about}\n.PP\n${more}`),
    section('OPTIONS', verbatim(options.replace(/^.*\n/, ''))),
    section(
      'COMMANDS',
      verbs.map((verb) => `.SS ${verb}\n${verbatim(help(verb).replace(/\n\nExit status:[^]*/, ''))}`),
    ),
    section('EXIT STATUS', verbatim(exits.replace(/^.*\n/, ''))),
    '',
  ].join('\n');
}

const section = (title, body) => `.SH ${title}\n${Array.isArray(body) ? body.join('\n') : body}`;

/** Lines as they are. */
const verbatim = (text) =>
  `.nf\n${text
    .trimEnd()
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')}\n.fi`;
