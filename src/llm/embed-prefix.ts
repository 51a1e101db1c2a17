// The words that a model wants before a text, by the model's name. They are part of how it was trained: without them it
// finds less. docs/embeddings.md names the source of each row. Pure.
import type { EmbedKind } from './embed-port.ts';

interface Words {
  readonly query: string;
  readonly document: string;
}

const TASK = 'Given a question, retrieve notes that answer it';
const NONE: Words = { query: '', document: '' };
const RELEVANT: Words = { query: 'Represent this sentence for searching relevant passages: ', document: '' };

/**
 * The first row that fits holds. A name may stand below a publisher's, and have a size, a format and a tag behind it.
 */
const ROWS: readonly (readonly [RegExp, Words])[] = [
  [/nomic-embed-code/, { query: 'Represent this query for searching relevant code: ', document: '' }],
  [/nomic-embed/, { query: 'search_query: ', document: 'search_document: ' }],
  [/\be5-mistral|\be5\b.*-instruct|gte-qwen2?.*-instruct/, { query: `Instruct: ${TASK}\nQuery: `, document: '' }],
  [/\be5\b/, { query: 'query: ', document: 'passage: ' }],
  [/qwen3-embedding/, { query: `Instruct: ${TASK}\nQuery:`, document: '' }],
  [/bge-m3/, NONE],
  [/bge-(?:small|base|large)-zh/, { query: '为这个句子生成表示以用于检索相关文章:', document: '' }],
  [/bge-(?:small|base|large)|mxbai-embed/, RELEVANT],
  [/snowflake-arctic-embed(?:2|.*v2)/, { query: 'query: ', document: '' }],
  [/snowflake-arctic-embed/, RELEVANT],
  [/embeddinggemma/, { query: 'task: search result | query: ', document: 'title: none | text: ' }],
  [
    /jina-embeddings-v3/,
    {
      query: 'Represent the query for retrieving evidence documents: ',
      document: 'Represent the document for retrieval: ',
    },
  ],
  [/jina-embeddings-v4/, { query: 'Query: ', document: 'Passage: ' }],
  [/jina-embeddings-v5/, { query: 'Query: ', document: 'Document: ' }],
];

/** What comes before a text for this model; empty for one that wants nothing, or that is not known. */
export function prefixOf(model: string, kind: EmbedKind): string {
  // An underscore is a letter to a regular expression, and people write one for a hyphen.
  const name = model.toLowerCase().replaceAll('_', '-');
  return (ROWS.find(([fits]) => fits.test(name))?.[1] ?? NONE)[kind];
}

/** What may come before a text that is to be found, whatever the model; first nothing. */
export const DOCUMENT_PREFIXES: readonly string[] = [...new Set(['', ...ROWS.map(([, { document }]) => document)])];
