import { describe, expect, it } from 'vitest';
import { parseSchema, renderSchema, schemaProse, templateRoutes } from '../../src/page/schema.ts';

const TEMPLATE = templateRoutes({ personal: '3_Personal', wiki: '2_Wiki' });
const parse = (head: string) => parseSchema(`---\n${head}---\n\nProse for people.\n`, TEMPLATE);

describe('schema.md', () => {
  it('says which page a category goes to', () => {
    const schema = parse(
      'routes:\n  Work: 3_Personal/Job.md\n  工作: 3_Personal/Job.md\nabout:\n  3_Personal/Job.md: My job\n',
    );
    expect([...schema.routes]).toEqual([
      ['work', '3_Personal/Job.md'],
      ['工作', '3_Personal/Job.md'],
    ]);
    expect(schema.about.get('3_Personal/Job.md')).toBe('My job');
    expect(schema.about.size).toBe(1);
    expect(schema.broken).toBeNull();
  });

  it.each(['', 'title: My schema\n', 'about: {}\n'])(
    'that says nothing of routes leaves the template’s: %j',
    (head) => {
      expect(parse(head)).toEqual({ ...TEMPLATE, broken: null });
    },
  );

  it('gives no description that earlier versions put there', () => {
    const { about } = parse('about:\n  3_Personal/Work.md: The user’s work\n  3_Personal/Skills.md: What I can do\n');
    expect([...about]).toEqual([['3_Personal/Skills.md', 'What I can do']]);
  });

  it('may send nothing anywhere', () => {
    expect(parse('routes: {}\n').routes.size).toBe(0);
  });

  it.each([
    'routes: [a]\n',
    'routes: text\n',
    'routes:\n  work: 5\n',
    'routes:\n  work: [a]\n',
    'about:\n  x: {}\n',
    'routes: [\n',
    'a: 1\na: 2\n',
  ])('that is broken says so, and the template holds: %j', (head) => {
    const schema = parse(head);
    expect(schema.routes).toBe(TEMPLATE.routes);
    expect(schema.broken).not.toBeNull();
  });

  it('is data: a head in another language is not run', () => {
    expect(parseSchema('---js\nthrow new Error()\n---\n', TEMPLATE).broken).toMatch(/never run/);
  });
});

describe('the prose of a schema', () => {
  const made = renderSchema(templateRoutes({ personal: '3_Personal', wiki: '2_Wiki' }));

  it('is empty as long as nobody wrote any', () => {
    expect(schemaProse(made)).toBe('');
    expect(schemaProse('')).toBe('');
    expect(schemaProse('---\nroutes:\n  work: 3_Personal/Work.md\n---\n')).toBe('');
  });

  it('is what a person wrote, wherever they wrote it', () => {
    expect(schemaProse(`${made}\nPages are in British English.\r\n\n\n\n- No jokes.\n`)).toBe(
      'Pages are in British English.\n\n- No jokes.',
    );
    expect(schemaProse('# Mine\n\nShort sentences.')).toBe('# Mine\n\nShort sentences.');
  });
});
