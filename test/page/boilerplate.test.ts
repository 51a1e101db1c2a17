// What earlier versions generated goes from a page, and nothing else does.
import { describe, expect, it } from 'vitest';
import { isGeneratedDescription, withoutBoilerplate } from '../../src/page/boilerplate.ts';

const PATH = '3_Personal/Work.md';
const LINE = 'The user’s work: 3 claims from 4 facts, 2026-07-01 to 2026-07-05.';
const facts = '## Key Facts\n- User works at Google[^aaaaaaaa01]\n';

describe('a generated overview', () => {
  it.each([
    [`## Overview\n${LINE}\n\n${facts}`, facts],
    [`# Work\n\n## Overview\n\n${LINE}\n\n${facts}`, `# Work\n\n${facts}`],
    [`## Overview\nWork: 1 claim from 1 fact.\n\n${facts}`, facts],
    [`## Overview\r\n${LINE}\r\n\r\n## Key Facts\r\n`, '## Key Facts\r\n'],
    [`${facts}\n## Overview\n${LINE}\n`, facts],
    [`${facts}\n## Overview\n${LINE}`, facts],
    [`## Overview\n${LINE}\n\n${LINE}\n\n${facts}`, facts],
  ])('goes with its heading: %j', (before, after) => {
    expect(withoutBoilerplate(before, PATH)).toBe(after);
  });

  it.each([
    [`## Overview\n${LINE}\n\nMy own words.\n\n${facts}`, `## Overview\nMy own words.\n\n${facts}`],
    [`## Overview\n${LINE}\nMy own words.\n\n${facts}`, `## Overview\nMy own words.\n\n${facts}`],
    [`## Overview\nMy own words.\n\n${LINE}\n\n${facts}`, `## Overview\nMy own words.\n\n${facts}`],
    [`## Overview\nMy own words.\n${LINE}\n\n${facts}`, `## Overview\nMy own words.\n\n${facts}`],
    [`## Overview\n\n${LINE}\nMy own words.\n\n${facts}`, `## Overview\n\nMy own words.\n\n${facts}`],
    [`## Overview\n${LINE}\n${LINE}\n\nMy own words.\n`, '## Overview\nMy own words.\n'],
    [`## Overview\nMy own words.\n\n${LINE}\n`, '## Overview\nMy own words.\n'],
    [`## Overview\n${LINE}\n### Mine\n\n${facts}`, `## Overview\n### Mine\n\n${facts}`],
  ])('leaves the words of a person: %j', (before, after) => {
    expect(withoutBoilerplate(before, PATH)).toBe(after);
  });

  it.each([
    [`## Overview\n\n${facts}`],
    [`## Overview\nMy work: 3 claims.\n\n${facts}`],
    [`## Overview\n<!-- to do -->\n\n${facts}`],
    [`## Overview\n\`\`\`\n${LINE}\n\`\`\`\n\n${facts}`],
    [`## Overview\n- ${LINE}\n\n${facts}`],
    [`${LINE}\n\n${facts}`],
    [`## Mine\n${LINE}\n\n${facts}`],
  ])('is not what a person wrote: %j', (text) => {
    expect(withoutBoilerplate(text, PATH)).toBe(text);
  });
});

describe('a generated description', () => {
  const page = (description: string, title = 'title: Work\n'): string =>
    `---\ntype: note\n${title}${description}tags: [job]\n---\n\n${facts}`;

  it.each([
    'description: What is known about Work\n',
    'description: "What is known about the project Work"\n',
    "description: 'What is known under Work'  \n",
    'description: The user’s work\n',
    'description: What happened in the user’s life, by date\n',
  ])('goes: %j', (description) => {
    expect(withoutBoilerplate(page(description), PATH)).toBe(page(''));
    expect(withoutBoilerplate(page(description).replaceAll('\n', '\r\n'), PATH)).toBe(
      page('').replaceAll('\n', '\r\n'),
    );
  });

  it('repeats the title or the name of the file', () => {
    const named = page('description: What is known about Work\n', 'title: My work\n');
    expect(withoutBoilerplate(named, PATH)).toBe(page('', 'title: My work\n'));
    expect(withoutBoilerplate(named, null)).toBe(named);
    expect(
      withoutBoilerplate(page('description: "What is known about C: \\"D\\""\n', 'title: \'C: "D"\'\n'), null),
    ).toBe(page('', 'title: \'C: "D"\'\n'));
    expect(isGeneratedDescription('What is known about Work', ['Work - 2026-07', 'Work'])).toBe(true);
    expect(isGeneratedDescription('What is known about Work, from 2026-07', ['Work'])).toBe(false);
  });

  it.each([
    'description: What is known about the house\n',
    'description: What is known about Work and more\n',
    'description: What is known about Work\n  and home\n',
    'description: >\n  What is known about Work\n',
    'description: What was logged as play\n',
    'description: Job, team and meetings\n',
    'description: ""\n',
    'about: What is known about Work\n',
  ])('is not what somebody wrote: %j', (description) => {
    expect(withoutBoilerplate(page(description), PATH)).toBe(page(description));
  });

  it('is only in the front matter', () => {
    const text = `# Work\n\ndescription: What is known about Work\n\n${facts}`;
    expect(withoutBoilerplate(text, PATH)).toBe(text);
  });
});
