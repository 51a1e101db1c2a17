// Which editor a person means.
import { expect, test } from 'vitest'
import { editorOf, nameOf } from '../../src/cli/editor.ts'

test.each([
  ['VISUAL first', { VISUAL: 'code --wait', EDITOR: 'nano', TERM: 'xterm' }, 'linux', 'code --wait'],
  ['EDITOR', { EDITOR: 'nano', TERM: 'xterm' }, 'linux', 'nano'],
  ['an empty one names none', { VISUAL: ' ', EDITOR: '', TERM: 'xterm' }, 'linux', 'vi'],
  ['no VISUAL where nothing can be drawn', { VISUAL: 'vim', EDITOR: 'ed', TERM: 'dumb' }, 'linux', 'ed'],
  ['nor vi', { TERM: 'dumb' }, 'linux', null],
  ['what Windows has', {}, 'win32', 'notepad'],
] as const)('%s', (_what, env, platform, editor) => {
  expect(editorOf(env, platform)).toBe(editor)
})

test.each([['code --wait', 'code'], ['/usr/bin/vim', 'vim'], ["'/a folder/vi' -n", 'vi'], ['C:\\Tools\\edit.exe', 'edit.exe']])('%s is called %s', (editor, name) => {
  expect(nameOf(editor)).toBe(name)
})
