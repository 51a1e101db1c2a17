// The vault stays whole around a model: no call where nothing is new, Ctrl-C and kill -9 in the middle of a call, and
// the same answers give the same bytes.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashFolder } from '../support/folder-hash.ts'
import { memvault } from '../support/memvault.ts'
import { answerAll, kindOf } from '../support/model-server/answers.ts'
import { startOllama } from '../support/model-server/ollama.ts'
import type { Act, ModelServer, Script } from '../support/model-server/script.ts'
import { expectWhole, GROUPS, logsOf, makeNights, type Night, type Nights, PENDING } from './night.ts'

let nights: Nights
const servers: ModelServer[] = []
beforeAll(async () => {
  nights = await makeNights()
})
afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))))
afterAll(() => nights.remove())

const started = async (script: Script): Promise<ModelServer> => {
  const server = await startOllama(script)
  servers.push(server)
  return server
}
const good: Script = (call) => ({ says: answerAll(call) })

/** A dream that gets this signal while it waits for an answer to the second call about facts. */
async function signalled(night: Night, signal: 'SIGINT' | 'SIGKILL'): Promise<Awaited<ReturnType<Night['dream']>>> {
  let child: ChildProcess | undefined
  let groups = 0
  const server = await started((call): Act | Promise<Act> => {
    if (kindOf(call) !== 'group' || ++groups < 2) return good(call)
    child?.kill(signal)
    return { does: 'stall' }
  })
  return await night.dream(server.url, { onStart: (one) => void (child = one) })
}

test('nothing new: no call at all, and no byte changes', async () => {
  const night = await nights.begin()
  const server = await started(good)
  expect((await night.dream(server.url)).status).toBe(0)
  expect(server.calls.length).toBeGreaterThanOrEqual(GROUPS)
  const before = hashFolder(night.vault)
  const second = await started(good)
  const again = await night.dream(second.url)
  expect([again.status, second.calls]).toEqual([0, []])
  expect(hashFolder(night.vault)).toEqual(before)
})

test('nothing new, and no server either: there is nothing to fail', async () => {
  const night = await nights.begin()
  const server = await startOllama(good)
  expect((await night.dream(server.url)).status).toBe(0)
  await server.close()
  const again = await night.dream(server.url)
  expect([again.status, again.stderr]).toEqual([0, ''])
})

test('a rehearsal writes nothing', async () => {
  const night = await nights.begin()
  const server = await started(good)
  const before = hashFolder(night.vault, /^$/)
  const rehearsed = await night.dream(server.url, { args: ['--dry-run'] })
  expect(rehearsed.status).toBe(0)
  expect(server.calls.length).toBeGreaterThanOrEqual(GROUPS)
  expect(hashFolder(night.vault, /^$/)).toEqual(before)
})

test('Ctrl-C in the middle of a call: finished groups are kept, the rest waits', async () => {
  const night = await nights.begin()
  const logs = logsOf(night)
  const ended = await signalled(night, 'SIGINT')
  const open = (await night.facts()).filter(({ disposition }) => disposition === null).length
  expect(open).toBeGreaterThan(0)
  expect(open).toBeLessThan(PENDING.length)
  await expectWhole(night, logs, ended, { status: 130, waiting: open, says: /[Ss]topped/ })
  await expectWhole(night, logs, await night.dream((await started(good)).url), { status: 0 })
})

test('kill -9 in the middle of a call loses nothing', async () => {
  const night = await nights.begin()
  const logs = logsOf(night)
  const ended = await signalled(night, 'SIGKILL')
  expect(ended.status).toBe(null)
  const { findings } = JSON.parse((await night.run('lint', '--json')).stdout) as { findings: { severity: string }[] }
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  await expectWhole(night, logs, await night.dream((await started(good)).url), { status: 0 })
})

test('a plan that is carried out later, without a model, gives the bytes of a direct run', async () => {
  const script: Script = (call) => ({ says: answerAll(call, ({ id }, { claims }) => (claims[0] && id === 'f2' ? { as: 'duplicate', claim: claims[0].id } : { text: 'The words of a model', head: 'Some things' })) })
  const server = await started(script)
  const direct = await nights.begin()
  expect((await direct.dream(server.url)).status).toBe(0)
  const planned = direct.before()
  const before = hashFolder(planned.vault)
  const file = join(planned.vault, '../plan.json')
  const plan = await memvault(nights.place, ['dream', '--plan', file, '--engine', 'ollama', '--model', 'm', '--url', server.url], { cwd: planned.vault })
  expect({ status: plan.status, stderr: plan.stderr }).toEqual({ status: 0, stderr: plan.stderr })
  expect(hashFolder(planned.vault)).toEqual(before)
  const calls = server.calls.length
  const applied = await memvault(nights.place, ['dream', '--apply', file], { cwd: planned.vault })
  expect({ status: applied.status, stderr: applied.stderr }).toEqual({ status: 0, stderr: applied.stderr })
  expect(server.calls).toHaveLength(calls)
  expect(hashFolder(planned.vault)).toEqual(hashFolder(direct.vault))
})

test('the same answers give the same bytes', async () => {
  const recorded = new Map<string, Act>()
  const record: Script = (call) => {
    const act: Act = { says: answerAll(call, (fact, { claims }) => ({ text: fact.says.replace(/^What User/, 'User'), head: 'Some things', ...(claims[0] && fact.id === 'f2' ? { as: 'duplicate', claim: claims[0].id } : {}) })) }
    recorded.set(`${call.system}\n${call.prompt}`, act)
    return act
  }
  const replay: Script = (call) => recorded.get(`${call.system}\n${call.prompt}`) ?? { status: 400, error: 'that was never asked' }
  const [one, other] = [await nights.begin(), await nights.begin()]
  const first = await one.dream((await started(record)).url)
  const second = await other.dream((await started(replay)).url)
  expect([first.status, second.status]).toEqual([0, 0])
  expect(recorded.size).toBeGreaterThanOrEqual(GROUPS)
  expect(second.stdout).toBe(first.stdout)
  expect(hashFolder(other.vault)).toEqual(hashFolder(one.vault))
})
