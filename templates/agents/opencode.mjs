// Puts what memvault remembers into the system prompt of each session.
import { execFile } from 'node:child_process';

const [PROGRAM, ...ARGS] = [];

function ask(event) {
  return new Promise((resolve) => {
    const child = execFile(PROGRAM, ARGS, { timeout: 10_000 }, (error, stdout) => resolve(error ? '' : stdout.trim()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(event));
  });
}

export const Memvault = async ({ directory }) => {
  const digests = new Map();
  return {
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      if (!digests.has(sessionID)) digests.set(sessionID, ask({ session_id: sessionID, cwd: directory }));
      const text = await digests.get(sessionID);
      if (text === '') return;
      // Some servers take one system message only.
      if (system.length === 0) system.push(text);
      else system[system.length - 1] += `\n\n${text}`;
    },
  };
};
