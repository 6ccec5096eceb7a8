import { createECDH, randomBytes } from 'node:crypto';
import { TestClock } from '@wardstone/clock';
import type { ContactKind } from '@wardstone/dto/monitoring';
import { givenNotice } from '../../test/alerts/notice-fixture';
import { ContactChannels } from './contact-channels';
import type { Notice } from './notice';
import { makePushKey } from './web-push';

/** Bytes that push services take. Source: RFC 8030 section 7.2. */
const PUSH_BYTES = 4096;
const MAX_RESPONSE_LENGTH = 200;

const browser = createECDH('prime256v1');
const CONFIGS = {
  WEB_PUSH: {
    endpoint: 'https://push.example.test/a',
    p256dh: browser.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
  SMS: { number: '+4915123456' },
  VOICE: { number: '+4915123456' },
} satisfies Partial<Record<ContactKind, object>>;

/** The posted request of a contact method, and the text for gateways of text messages and calls. */
async function posted(kind: keyof typeof CONFIGS, notice: Notice): Promise<{ body: Buffer; said: string }> {
  const sent: { body: Buffer; said: string }[] = [];
  let said = '';
  const parts = {
    mailer: { mail: () => Promise.resolve([]) },
    senders: { all: [] },
    poster: {
      post: (_url: URL, _headers: object, body: string | Buffer) => {
        sent.push({ body: Buffer.from(body), said });
        return Promise.resolve({ status: 201, said: '' });
      },
    },
    gateways: {
      compose: (_kind: string, _number: string, text: string) => {
        said = text;
        return { url: 'https://gateway.example.test/', headers: {}, body: text };
      },
    },
    pushKeys: { read: () => Promise.resolve(makePushKey()) },
    addresses: { inConsole: () => 'https://ops.example.test/console/' },
    clock: new TestClock(0),
    config: { MAIL_FROM: 'ops@example.test' },
  };
  const channels = new ContactChannels(
    ...(Object.values(parts) as unknown as ConstructorParameters<typeof ContactChannels>),
  );
  const target = { target: 'jane: it', recipient: { person: undefined }, method: { kind, config: CONFIGS[kind] } };
  const [outcome] = await channels.send('System Users', notice, [target]);
  expect(outcome).toMatchObject({ outcome: 'sent' });
  return sent[0]!;
}

/** A notice all of whose texts are long. */
function longNotice(part: string, pad = ''): Notice {
  const name = pad + part.repeat(500 / part.length);
  const text = pad + part.repeat(4_000 / part.length);
  return givenNotice({}, undefined, {
    definition: { id: 2, name, priority: 'HIGH' },
    resource: { id: 3, name, lineage: [name, name] },
    conditions: [{ text, value: '', valueText: '', isNumber: false, atMs: 0 }],
  });
}

describe('messages to people, made of long texts', () => {
  it.each(['x', '障', '🔥', 'e\u0301', '"', '\\', '\n', '\u0001'])(
    'of %j are no longer than their receivers accept',
    async (part) => {
      const { body } = await posted('WEB_PUSH', longNotice(part));
      expect(body.length).toBeLessThanOrEqual(PUSH_BYTES);
      const { said } = await posted('VOICE', longNotice(part));
      expect(said.length).toBeLessThanOrEqual(MAX_RESPONSE_LENGTH);
    },
  );

  it.each(['', 'x', 'xx'])('have no half characters, and keep their page: %j', async (pad) => {
    const { said } = await posted('SMS', longNotice('🔥', pad));
    expect(said.isWellFormed()).toBe(true);
    expect(said).toMatch(/🔥… https:\/\/ops\.example\.test\/console\/alerts\/1$/u);
  });
});
