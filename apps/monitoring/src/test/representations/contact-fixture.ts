import { codeDigest } from '../../notifications/contacts/verification-code';
import type { TestMonitoring } from '../use-monitoring';
import type { ReadAddresses, Writes } from './fixture-requests';

const METHODS = '/rest/user/ann/contact-methods';
const MAIL = { kind: 'EMAIL', config: { address: 'ann@example.test' }, delayMinutes: 5 };
const MAIL_XML =
  '<contactMethod><kind>EMAIL</kind><config><entry><key>address</key><value>ann@example.test</value></entry></config></contactMethod>';
const CODE = 'AAAAA-BBBBB';

/**
 * Creates a verified method of ann with a known code. Deletes earlier ones, because an account may have only a few. Advances the
 * clock, as ten codes may be sent a minute, but little: drafts of operations expire within five minutes.
 */
async function givenMethod(api: TestMonitoring): Promise<number> {
  await api
    .as({ username: 'ann', roles: ['operator'] })
    .get('/rest')
    .expect(200);
  await api.database.query('DELETE FROM contact_method');
  const { body } = await api.post(METHODS).send(MAIL).expect(201);
  const { id } = body as { id: number };
  api.clock.advance(15_000);
  await api.database.query(
    'UPDATE contact_method SET code_digest = $2, code_sent_ms = $3, verified_ms = $3 WHERE id = $1',
    [id, codeDigest({ id, config: MAIL.config }, CODE), api.clock.now() - 60_000],
  );
  return id;
}

export async function givenContactReads(api: TestMonitoring): Promise<ReadAddresses> {
  await givenMethod(api);
  return { listContactMethods: METHODS, listContactKinds: '/rest/on-call/contact-kind' };
}

export function givenContactWrites(api: TestMonitoring): Writes {
  const toPath = async (more = ''): Promise<string> => `${METHODS}/${await givenMethod(api)}${more}`;
  return {
    createContactMethod: {
      status: 201,
      request: async () => {
        await givenMethod(api);
        await api.database.query('DELETE FROM contact_method');
        return { path: METHODS, json: MAIL, xml: MAIL_XML };
      },
    },
    updateContactMethod: { status: 200, request: async () => ({ path: await toPath(), json: MAIL, xml: MAIL_XML }) },
    deleteContactMethod: { status: 204, request: async () => ({ path: await toPath() }) },
    sendContactCode: { status: 200, request: async () => ({ path: await toPath('/verification') }) },
    verifyContactMethod: {
      status: 200,
      request: async () => ({
        path: await toPath('/verification'),
        json: { code: CODE },
        xml: `<contactVerification><code>${CODE}</code></contactVerification>`,
      }),
    },
    testContactMethod: { status: 200, request: async () => ({ path: await toPath('/test') }) },
  };
}
