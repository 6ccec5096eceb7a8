import { TestClock } from '@wardstone/clock';
import { HostSystem } from '../src/compliance/host-system';
import { createLogger } from '../src/logger';
import type { MachineFacts } from '../src/domain/snapshot';

/** System reported for a machine with these facts. */
async function reported(facts: Partial<MachineFacts>): Promise<unknown> {
  const request = jest.fn(() => Promise.resolve({ status: 200 }));
  const machine = { facts: () => Promise.resolve({ hostname: 'web-1', distributionVersion: '12', ...facts }) };
  const parts = { server: { request }, machine, logger: createLogger('silent'), clock: new TestClock(0) };
  await new HostSystem(parts as never).report(new AbortController().signal);
  const [[, , { body }]] = request.mock.calls as unknown as [[string, string, { body: unknown }]];
  return body;
}

describe('the compliance system of a host', () => {
  it.each([
    ['a name', 'Debian GNU/Linux', 'Debian GNU/Linux'],
    ['no name', '', null],
    ['a long name', 'x'.repeat(60), 'x'.repeat(50)],
    ['a long name that would be cut inside a character', `${'x'.repeat(49)}🔥`, `${'x'.repeat(49)}\ufffd`],
  ])('is reported for an operating system with %s', async (_case, distribution, os_name) => {
    expect(await reported({ distribution })).toMatchObject({ display_name: 'web-1', os_name, os_major_version: 12 });
  });
});
