// The settings of `retrieve`: how things are found again. Data only.
import { COUNT, PART, type SectionOf } from './spec.ts';

export const RETRIEVE: SectionOf<'retrieve'> = {
  'retrieve.limit': { is: COUNT, default: 10, meaning: 'Hits that a search shows.' },
  'retrieve.languages': {
    is: { kind: 'languages' },
    default: ['en'],
    meaning:
      'Languages of the notes, such as [en, de]: a search finds the forms of their words. Chinese, Japanese, ' +
      'Korean and Thai are found without it.',
  },
  'retrieve.recall_log_max_bytes': {
    is: { kind: 'whole', min: 1024 },
    default: 1_000_000,
    meaning: 'Size that the record of shown hits (.memvault/recall.jsonl) may reach, in bytes.',
  },
  'retrieve.embeddings': {
    is: { kind: 'choice', of: ['off', 'ollama', 'openai'] },
    default: 'off',
    meaning:
      'What turns texts into vectors, so that search also finds what is said in other words: ollama, openai ' +
      '(any server that speaks its protocol) or nothing.',
  },
  'retrieve.embeddings_model': {
    is: { kind: 'text', what: 'the name of a model for embeddings, such as bge-m3' },
    default: null,
    meaning:
      'The model for embeddings, as its server names it. null is embeddinggemma with ollama, and with openai ' +
      'what the server has.',
  },
  'retrieve.embeddings_url': {
    is: { kind: 'url' },
    default: null,
    meaning:
      'Address of the server for embeddings. null is OLLAMA_HOST or OPENAI_BASE_URL, else this machine. A ' +
      "vault's own counts once you trust it (memvault trust).",
  },
  'retrieve.embeddings_weight': {
    is: PART,
    default: 0.5,
    meaning: 'How much vectors count against words in a search, 0 to 1.',
  },
  'retrieve.embeddings_batch': {
    is: { kind: 'whole', min: 1, max: 1024 },
    default: 32,
    meaning: 'Texts that are sent to the server for embeddings in one call.',
  },
};
