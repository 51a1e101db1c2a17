// A model as an object, for tests: a function from what it was asked to what it says. And what a prompt of ours holds.
import { LLMError } from '../../../../src/llm/errors.ts';
import {
  type Asking,
  type Model,
  type ModelReply,
  type ModelRequest,
  estimateTokens,
} from '../../../../src/llm/port.ts';

/** What stands between the marks of a prompt. */
export interface Shown {
  readonly page: { readonly path: string; readonly title: string; readonly about: string; readonly new: boolean };
  readonly claims: readonly {
    readonly id: string;
    readonly says: string;
    readonly since: string;
    readonly disputed?: boolean;
  }[];
  readonly facts: readonly {
    readonly id: string;
    readonly says: string;
    readonly day: string;
    readonly category: string;
  }[];
  readonly heads: readonly string[];
  readonly other_pages: readonly { readonly path: string; readonly title: string }[];
}

export interface Call extends ModelRequest {
  readonly shown: Shown;
  /** From 0. */
  readonly number: number;
}

/** An answer is sent as JSON, a text as it is. */
export type Act =
  | { readonly answer: unknown }
  | { readonly text: string }
  | { readonly cut: 'prompt' | 'answer' }
  | { readonly fails: LLMError }
  | { readonly hangs: true }
  | { readonly tokens: number; readonly answer: unknown };

export interface Scripted extends Model {
  readonly calls: Call[];
  checks: number;
}

export function scripted(
  script: (call: Call, asking: Asking) => Act | Promise<Act>,
  { context = 8192, check }: { readonly context?: number; readonly check?: () => void } = {},
): Scripted {
  const calls: Call[] = [];
  const model: Scripted = {
    name: 'test:small',
    context,
    calls,
    checks: 0,
    check: () => {
      model.checks++;
      return new Promise((resolve) => resolve(check?.()));
    },
    ask: async (request, asking) => {
      const call = { ...request, shown: readShown(request.prompt), number: calls.length };
      calls.push(call);
      await Promise.resolve();
      const act = await script(call, asking);
      if ('fails' in act) throw act.fails;
      if ('hangs' in act)
        return await new Promise<ModelReply>((_, reject) =>
          asking.signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      const text = 'text' in act ? act.text : 'answer' in act ? JSON.stringify(act.answer) : '{"decisions":[';
      const answerTokens = 'tokens' in act ? act.tokens : estimateTokens(text);
      for (let tokens = 1; tokens <= answerTokens && !asking.signal.aborted; tokens++) asking.heard(tokens);
      return {
        text,
        promptTokens: estimateTokens(request.system) + estimateTokens(request.prompt),
        answerTokens,
        cut: 'cut' in act ? act.cut : null,
      };
    },
  };
  return model;
}

export function readShown(prompt: string): Shown {
  const [, , data = 'null'] = /<(data-[0-9a-f]{8})>\n([\s\S]*)\n<\/\1>/.exec(prompt) ?? [];
  return JSON.parse(data) as Shown;
}

export interface Decided {
  readonly as: string;
  readonly claim?: string | null;
  readonly text?: string | null;
  readonly head?: string | null;
  readonly page?: string | null;
}

/** A good answer, each fact decided by `decide`; those without one are left out. */
export function answerAll(
  { facts }: Shown,
  decide: (fact: Shown['facts'][number]) => Decided | null = () => ({ as: 'new' }),
  page: { title?: string; overview?: string } = {},
): { answer: unknown } {
  const decisions = facts.flatMap((fact) => {
    const said = decide(fact);
    return said === null
      ? []
      : [{ fact: fact.id, claim: null, text: null, head: null, page: null, reason: 'because', ...said }];
  });
  return { answer: { decisions, page: { title: page.title ?? null, overview: page.overview ?? null } } };
}

export const unreachable = (): LLMError => new LLMError('nobody answers at 127.0.0.1:11434', { retryable: true });
export const serverError = (status = 500): LLMError =>
  new LLMError(`the server said ${status}`, { status, retryable: status >= 500 });
