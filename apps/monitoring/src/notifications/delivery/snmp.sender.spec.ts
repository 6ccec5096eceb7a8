import { loadConfig } from '@wardstone/config';
import { MonitoringConfig } from '../../monitoring.config';
import { givenNotice } from '../../test/alerts/notice-fixture';
import { freeDatagramPort, openTrapSink, type TrapSink } from '../../test/alerts/sinks';
import { SnmpSender } from './snmp.sender';

/** In bytes, of one binding. */
const MAX_TEXT_LENGTH = 1000;

describe('traps of long texts', () => {
  let sink: TrapSink;
  beforeAll(async () => {
    sink = await openTrapSink(await freeDatagramPort());
  });
  afterAll(() => sink.close());

  it.each(['x', '障', '🔥', 'e\u0301'])('of %j arrive, cut between characters to fit a datagram', async (part) => {
    const name = `x${part.repeat(500 / part.length)}`;
    const notice = givenNotice({}, undefined, {
      definition: { id: 2, name, priority: 'HIGH' },
      resource: { id: 3, name, lineage: [name, name] },
      conditions: [{ text: part.repeat(2_000), value: '', valueText: '', isNumber: false, atMs: 0 }],
    });
    const config = loadConfig(MonitoringConfig, {
      DATABASE_URL: 'postgres://localhost/a',
      PUBLIC_BASE_URL: 'https://mon.example.test',
      SNMP_DEFAULT_PORT: String(sink.port),
    });
    const guard = { resolve: () => Promise.resolve({ address: '127.0.0.1' }) };
    const arrived = sink.next();
    const [outcome] = await new SnmpSender(guard as never, config).send(notice, { host: 'trap.example.test' });
    expect(outcome).toMatchObject({ outcome: 'sent' });
    const { pdu } = await arrived;
    const texts = pdu.varbinds.filter(({ value }) => Buffer.isBuffer(value)).map(({ value }) => value as Buffer);
    expect(texts).toHaveLength(7);
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
      expect(text.toString()).not.toMatch(/\ufffd|e…$/);
    }
  });
});
