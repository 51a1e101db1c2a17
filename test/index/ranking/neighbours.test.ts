// Shares of neighbours' scores, and of the best of a group.
import { expect, test } from 'vitest'
import { neighbourScores } from '../../../src/index/ranking/neighbours.ts'

const added = (scores: number[], groups: number[]) => [...neighbourScores(Float64Array.from(scores), Int32Array.from(groups))].map((score) => Math.round(score * 1e6) / 1e6)

test.each<[string, number[], number[], number[]]>([
  ['one and two places away, on either side', [1, 10, 1, 1, 1], [0, 0, 0, 0, 0], [1 + 3 + 0.15, 1 + 0.6 + 0.15, 1 + 3 + 0.3 + 0.3, 1 + 0.6 + 1.5, 1 + 0.3 + 0.15]],
  ['nothing across groups but the group\'s own', [6, 6], [0, 1], [0.5, 0.5]],
  ['nothing for what matched nothing', [6, 0, 6], [0, 0, 0], [1 + 0.9, 0, 1 + 0.9]],
  ['a group that comes again is one group', [3, 9, 3], [0, 1, 0], [0.5 + 0.45, 0.75, 0.5 + 0.45]],
  ['nothing at all', [], [], []],
])('%s', (_, scores, groups, expected) => expect(added(scores, groups)).toEqual(expected))
