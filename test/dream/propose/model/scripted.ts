// A model as an object, for tests: a function from what it was asked to what it says. And what a prompt of ours holds.
import { LLMError } from '../../../../src/llm/errors.ts';
import {
  type Asking,
  type Model,
  type ModelReply,
  type ModelRequest,
  estimateTokens,
} from '../../../../src/llm/port.ts';

/** A claim, a fact or one side of a pair as a prompt shows it. */
interface Row {
  readonly in: string;
  readonly says: string;
}

export interface ShownPair {
  readonly id: string;
  readonly a: Row & { readonly day: string };
  readonly b: Row & { readonly day: string };
}

/** What stands between the marks of a prompt; empty lists for what is not there. */
export interface Shown {
  readonly claims: readonly (Row & { readonly id: string; readonly since: string })[];
  readonly facts: readonly (Row & { readonly id: string; readonly day: string })[];
  readonly pairs: readonly ShownPair[];
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
  return { claims: [], facts: [], pairs: [], ...(JSON.parse(data) as Partial<Shown>) };
}

export interface Decided {
  readonly as: string;
  readonly claim?: string | null;
  readonly text?: string | null;
}

/**
 * A good answer to either look. First: each fact decided by `decide`; those without a decision are left out. Second: each
 * pair by `look`, or that pair left out.
 */
export function answerAll(
  { facts, pairs }: Shown,
  decide: (fact: Shown['facts'][number]) => Decided | null = () => ({ as: 'new' }),
  look: (pair: ShownPair) => string | null = () => 'both',
): { answer: unknown } {
  if (pairs.length > 0)
    return {
      answer: {
        pairs: pairs.flatMap((pair) => {
          const as = look(pair);
          return as === null ? [] : [{ pair: pair.id, as }];
        }),
      },
    };
  const decisions = facts.flatMap((fact) => {
    const said = decide(fact);
    return said === null ? [] : [{ fact: fact.id, claim: null, text: null, ...said }];
  });
  return { answer: { decisions } };
}

export const unreachable = (): LLMError => new LLMError('no server at 127.0.0.1:11434', { retryable: true });
export const serverError = (status = 500): LLMError =>
  new LLMError(`the server said ${status}`, { status, retryable: status >= 500 });
