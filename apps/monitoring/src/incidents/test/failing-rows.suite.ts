import { AlertNotices } from '../../alert-engine/alert-notices';
import { givenResource } from '../../test/given-inventory';
import { type MailSink, openMailSink } from '../../test/alerts/sinks';
import { useMonitoring } from '../../test/use-monitoring';
import { INCIDENT_SETTINGS, useIncidents, MINUTE } from './incident-fixture';

type Id = { id: number };

describe('an alert that cannot be decided', () => {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({ ...INCIDENT_SETTINGS, SMTP_URL: mail.url }));
  const db = () => api.database;
  const { define, report, alertsOn, pass } = useIncidents(api, () => mail);

  /** The database refuses changes of a row until `mend` is called. */
  async function spoil(table: string, column: string, id: number): Promise<() => Promise<void>> {
    await db().query(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'row on fire'; END $$`);
    await db().query(`CREATE TRIGGER spoil BEFORE UPDATE ON ${table} FOR EACH ROW
      WHEN (OLD.${column} = ${id}) EXECUTE FUNCTION spoil()`);
    return async () => {
      await db().query(`DROP FUNCTION spoil() CASCADE`);
    };
  }
  const release = (): Promise<void> =>
    api.service.app.get(AlertNotices, { strict: false }).release({ signal: new AbortController().signal });
  const subjectsTo = (recipient: string): string[] =>
    mail.mails.filter(({ to }) => to === recipient).map(({ text }) => /^Subject: (.*)/m.exec(text)![1]!);
  const holds = async (resources: readonly Id[]) =>
    Promise.all(
      resources.map(async (resource) => {
        const [alert] = await alertsOn(resource);
        const [row] = await db().query<{ held: boolean; over: boolean }>(
          `SELECT h.is_held AS held, i.ended_ms IS NOT NULL AS over
             FROM alert_hold h JOIN incident i ON i.id = h.incident_id WHERE h.alert_id = $1`,
          [alert!.id],
        );
        return { ...row!, alert: alert! };
      }),
    );

  it('holds up no others, and is notified once it can be', async () => {
    const resources: Id[] = [];
    const recipients = ['one', 'two', 'three'].map((name) => `${name}@failing.example.test`);
    for (const emailAddress of recipients) {
      const resource = await givenResource(db());
      resources.push(resource);
      await define(resource, { notifications: [{ senderName: 'Direct Emails', config: { emailAddress } }] });
      const scope = { kind: 'RESOURCE', id: resource.id };
      const endTime = api.clock.now() + 10 * MINUTE;
      await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
      await report(resource, 'UP', 'DOWN');
    }
    await pass(MINUTE);
    const silenced = await holds(resources);
    expect(silenced.map(({ held }) => held)).toEqual([true, true, true]);

    const mendAlert = await spoil('alert_hold', 'alert_id', silenced[1]!.alert.id);
    api.clock.advance(15 * MINUTE);
    await expect(release()).rejects.toThrow('row on fire');
    expect((await holds(resources)).map(({ held }) => held)).toEqual([false, true, false]);
    await expect(release()).rejects.toThrow('row on fire');
    await mendAlert();
    await pass(2 * MINUTE);
    expect(recipients.map((each) => subjectsTo(each).length)).toEqual([1, 1, 1]);

    for (const resource of resources) await report(resource, 'UP');
    const mendIncident = await spoil('incident', 'id', silenced[1]!.alert.incidentId!);
    api.clock.advance(10 * MINUTE);
    await expect(release()).rejects.toThrow('row on fire');
    expect((await holds(resources)).map(({ over }) => over)).toEqual([true, false, true]);
    await mendIncident();
    await pass(10 * MINUTE);
    expect((await holds(resources)).map(({ over }) => over)).toEqual([true, true, true]);
    expect(recipients.map((each) => subjectsTo(each).at(-1))).toEqual(
      recipients.map(() => expect.stringMatching(/^Recovered: /) as string),
    );
  });
});
