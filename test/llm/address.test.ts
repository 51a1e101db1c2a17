// Where a server is, by the setting and the environment, and whether that is this machine.
import { expect, test } from 'vitest';
import { below, ollamaAddress, openaiAddress, shown } from '../../src/llm/address.ts';
import { isLoopback } from '../../src/model/ports.ts';

test.each<[host: string | undefined, address: string]>([
  [undefined, 'http://127.0.0.1:11434'],
  ['', 'http://127.0.0.1:11434'],
  ['  ', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:8000', 'http://127.0.0.1:8000'],
  [':8000', 'http://127.0.0.1:8000'],
  ['box', 'http://box:11434'],
  ['box:8000', 'http://box:8000'],
  ['box:8000/', 'http://box:8000'],
  ['box/ollama', 'http://box:11434/ollama'],
  ['http://box', 'http://box'],
  ['http://box:11434/', 'http://box:11434'],
  ['https://box.example', 'https://box.example'],
  ['https://box.example/ollama/', 'https://box.example/ollama'],
  ['[::1]:8000', 'http://[::1]:8000'],
  ['[::1]', 'http://[::1]:11434'],
  ['::1', 'http://[::1]:11434'],
  ['[::]:8000', 'http://[::1]:8000'],
  ['http://0.0.0.0:11434', 'http://127.0.0.1:11434'],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434'],
  ['http://127.0.0.1:11434/api/', 'http://127.0.0.1:11434'],
])('OLLAMA_HOST=%s is %s', (host, address) => {
  expect(shown(ollamaAddress(null, { OLLAMA_HOST: host }))).toBe(address);
});

test.each([
  ['http://127.0.0.1:1234', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['http://127.0.0.1:1234/', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['http://127.0.0.1:1234/v1', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['http://127.0.0.1:1234/v1/', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['http://127.0.0.1:1234/v1/chat/completions', 'http://127.0.0.1:1234/v1/chat/completions'],
  ['https://host.example/api/v1', 'https://host.example/api/v1/chat/completions'],
  [
    'https://host.example/openai/deploy?api-version=2',
    'https://host.example/openai/deploy/chat/completions?api-version=2',
  ],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080/v1/chat/completions'],
])('a server at %s is asked at %s', (base, url) => {
  expect(below(openaiAddress(base, {}), '/chat/completions').href).toBe(url);
  expect(below(openaiAddress(null, { OPENAI_BASE_URL: base }), '/chat/completions').href).toBe(url);
});

test('the setting goes before the environment, which goes before this machine', () => {
  expect(shown(openaiAddress('http://a/v1', { OPENAI_BASE_URL: 'http://b/v1' }))).toBe('http://a/v1');
  expect(shown(openaiAddress(null, {}))).toBe('http://127.0.0.1:8080/v1');
  expect(shown(ollamaAddress('http://a:1', { OLLAMA_HOST: 'b' }))).toBe('http://a:1');
});

test.each(['ftp://box', 'http://', 'box:port', 'javascript://x'])('%s is no address', (host) => {
  expect(() => ollamaAddress(null, { OLLAMA_HOST: host })).toThrow('invalid server address in the environment');
  expect(() => ollamaAddress(host, {})).toThrow('invalid server address in models.url');
});

test('a name and a password are never shown', () => {
  expect(shown(ollamaAddress(null, { OLLAMA_HOST: 'https://me:secret@box.example/x?key=1#y' }))).toBe(
    'https://box.example/x',
  );
});

test.each([
  'http://localhost:11434',
  'http://LOCALHOST',
  'http://localhost.',
  'http://127.0.0.1',
  'http://127.1:80',
  'http://127.9.9.9/v1',
  'https://[::1]:8080',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://0.0.0.0',
  'http://0',
  'http://2130706433',
  'http://[::]',
])('%s is this machine', (url) => expect(isLoopback(url)).toBe(true));

test.each([
  'http://localhost.example',
  'http://a.localhost',
  'http://127.0.0.1.example',
  'http://128.0.0.1',
  'http://example@10.0.0.1',
  'http://127.0.0.1@evil.example',
  'http://[::2]',
  'http://[::ffff:10.0.0.1]',
  'http://localhost:80@evil.example',
  'http://192.168.1.2',
  'http://notlocalhost',
  'localhost',
  '',
  'http://[fe80::1]',
])('%s is not this machine', (url) => expect(isLoopback(url)).toBe(false));
