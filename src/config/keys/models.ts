// The settings of `models`: which language models are asked, and how much. Data only.
import { LEAST_WINDOW } from '../../model/window.ts';
import { COUNT, type SectionOf } from './spec.ts';

export const MODELS: SectionOf<'models'> = {
  'models.auto': {
    is: { kind: 'choice', of: ['ollama', 'openai', 'command'] },
    default: 'ollama',
    meaning: 'What the engine auto asks: ollama, openai (any server that speaks its protocol) or command.',
  },
  'models.model': {
    is: { kind: 'text', what: 'the name of a model, such as qwen3:8b' },
    default: null,
    meaning: 'The model, as its server names it, such as qwen3:8b.',
  },
  'models.url': {
    is: { kind: 'url' },
    default: null,
    meaning:
      'Address of the server, such as http://127.0.0.1:8080/v1. null is OLLAMA_HOST or OPENAI_BASE_URL, else ' +
      "this machine. A vault's own counts once you trust it (memvault trust).",
  },
  'models.command': {
    is: { kind: 'text', what: 'a program with its arguments, such as claude -p' },
    default: null,
    meaning:
      "Program that reads a prompt on stdin and prints JSON, such as claude -p; no shell. A vault's own " +
      'counts once you trust it.',
  },
  'models.prompts': {
    is: { kind: 'text', what: 'a folder' },
    default: null,
    meaning:
      "Folder with your own prompt files, absolute or from the vault's root. A vault's own counts once you trust it.",
  },
  'models.num_ctx': {
    is: { kind: 'whole', min: LEAST_WINDOW, max: 10_000_000 },
    default: 8192,
    meaning: 'Tokens that prompt and answer may have together. A prompt is made to fit.',
  },
  'models.temperature': {
    is: { kind: 'number', min: 0, max: 2 },
    default: 0,
    meaning: 'How freely a model words its answers, 0 to 2.',
  },
  'models.max_calls': {
    is: COUNT,
    default: 200,
    meaning: 'Calls of a model in one dream, at most. What is left then waits for the next.',
  },
  'models.max_tokens': {
    is: COUNT,
    default: 2_000_000,
    meaning: 'Tokens of prompts and answers in one dream, at most.',
  },
};
