import { newSecret } from '@wardstone/auth';
import type { CalendarFeedRest, RotationRest } from '@wardstone/dto/monitoring';
import { parseCalendar } from '../../../../../libs/alerting/test/strict-calendar';
import { useMonitoring } from '../../test/use-monitoring';
import { type Id, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';

const FEED = '/rest/on-call/feed';
const DAY = 24 * 60 * MINUTE;

describe('a calendar feed', () => {
  const api = useMonitoring();
  const { person } = useOnCall(api);
  const as = (username: string) => api.as({ username, roles: ['operator'] });
  const rotation = async (members: readonly number[], over: object = {}): Promise<RotationRest> => {
    const body = {
      name: 'Platform',
      timeZone: 'Europe/Berlin',
      turn: 'DAILY',
      handOverTime: '09:00',
      firstDay: '2026-11-30',
      members: members.map((userId) => ({ userId })),
      ...over,
    };
    return (await api.post('/rest/on-call/rotation').send(body).expect(201)).body as RotationRest;
  };
  const make = async (username: string, body: object = {}): Promise<CalendarFeedRest> =>
    (await as(username).post(FEED).send(body).expect(201)).body as CalendarFeedRest;
  const toPath = ({ address = '' }: CalendarFeedRest): string => address.replace('https://mon.example.test', '');
  const read = (feed: CalendarFeedRest) => api.anonymous.get(toPath(feed));
  const refused = async (feed: CalendarFeedRest): Promise<void> => {
    const response = await read(feed);
    expect([response.status, response.headers['x-error-type']]).toEqual([404, 'calendar_feed_not_found']);
  };
  beforeEach(() => {
    // Guesses of other tests are forgotten.
    api.clock.advance(10 * MINUTE);
  });

  it('has the shifts of a rotation of 90 days, for a program that cannot sign in', async () => {
    const [ann, bob] = [await person('ann'), await person('bob')];
    api.clock.set(Date.parse('2026-12-01T00:00:00Z'));
    const startTime = api.clock.now() + 10 * DAY + 3 * 60 * MINUTE;
    const overrides = [{ userId: ann, startTime, endTime: startTime + 60 * MINUTE }];
    const { id } = await rotation([ann, bob], { name: 'Platform; EU', overrides });
    const feed = await make('ann', { rotationId: id });
    const { headers, text } = await read(feed).set('Accept', 'text/calendar').expect(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const { properties, events } = parseCalendar(text);
    expect(properties['NAME']).toBe('On call: Platform; EU');
    expect(events[0]).toMatchObject({
      DTSTART: '20261130T080000Z',
      DTEND: '20261201T080000Z',
      SUMMARY: 'ann on call: Platform; EU',
    });
    // 91 days begin within 90 days and the present one; the override is one more, and splits a shift in two.
    expect(events).toHaveLength(93);
    for (const [at, { DTSTART }] of events.entries()) if (at > 0) expect(DTSTART).toBe(events[at - 1]!['DTEND']);
    expect(events.filter(({ SUMMARY }) => SUMMARY === 'bob on call: Platform; EU').length).toBeGreaterThan(40);
    // Programs without support for the iCalendar type request any type.
    await read(feed).set('Accept', '*/*').expect(200);
    await read(feed).set('Accept', 'text/html').expect(200);
  });

  it("has one's own shifts in all rotations, and nobody else’s", async () => {
    const [cleo, dan] = [await person('cleo'), await person('dan')];
    await rotation([cleo, dan], { name: 'Shop' });
    await rotation([dan], { name: 'Only Dan' });
    const startTime = api.clock.now() + DAY;
    await rotation([dan], { name: 'Replaced', overrides: [{ userId: cleo, startTime, endTime: startTime + DAY }] });
    const { text } = await read(await make('cleo')).expect(200);
    const { events, properties } = parseCalendar(text);
    expect(properties['NAME']).toBe('On call: cleo');
    expect(new Set(events.map(({ SUMMARY }) => SUMMARY))).toEqual(new Set(['On call: Shop', 'On call: Replaced']));
    expect(text).not.toContain('dan');
    const ids = events.map(({ UID }) => UID);
    const again = parseCalendar((await read(await make('cleo')).expect(200)).text);
    expect(again.events.map(({ UID }) => UID)).toEqual(ids);
  });

  it('has another address after it was replaced, and none after it was revoked, by its owner only', async () => {
    await person('eve');
    await person('mallory');
    const first = await make('eve');
    await read(first).expect(200);
    const second = await make('eve');
    expect(second.id).toBe(first.id);
    await refused(first);
    await read(second).expect(200);
    expect((await as('mallory').get(FEED).expect(200)).body).toEqual([]);
    await as('mallory').delete(`${FEED}/${second.id}?validate=true`).expect(404);
    await as('mallory').delete(`${FEED}/${second.id}`).expect(204);
    await read(second).expect(200);
    const [listed] = (await as('eve').get(FEED).expect(200)).body as CalendarFeedRest[];
    expect(listed).not.toHaveProperty('address');
    expect(listed!.usedTime).toBeDefined();
    await as('eve').delete(`${FEED}/${second.id}`).expect(204);
    await refused(second);
    await api.anonymous.get(FEED).expect(401);
    await api.anonymous.post(FEED).send({}).expect(401);
  });

  it('is refused alike for guesses, and to an address that guesses repeatedly', async () => {
    await person('ann');
    const feed = await make('ann');
    const token = toPath(feed).split('token=')[1]!;
    const guesses = [
      '',
      'x',
      newSecret('wsc_'),
      newSecret('wsl_'),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
    ];
    const bodies = new Set<string>();
    for (const guess of guesses) {
      const { status, body } = await api.anonymous.get(`/rest/on-call/calendar?token=${guess}`);
      expect(status).toBe(404);
      bodies.add((body as { message: string }).message);
    }
    expect(bodies.size).toBe(1);
    expect((await api.anonymous.get(`/rest/on-call/calendar?token=${token}&token=x`)).status).toBe(404);
    for (let guess = guesses.length + 1; guess < 20; guess++) {
      await api.anonymous.get(`/rest/on-call/calendar?token=${newSecret('wsc_')}`).expect(404);
    }
    await api.anonymous.get(`/rest/on-call/calendar?token=${newSecret('wsc_')}`).expect(429);
    await read(feed).expect(429);
    api.clock.advance(10 * MINUTE);
    await read(feed).expect(200);
  });

  it('opens nothing else, and its secret is stored nowhere', async () => {
    await person('ann');
    const token = toPath(await make('ann')).split('token=')[1]!;
    for (const path of ['/rest/on-call/now', '/rest/on-call/rotation', '/rest/on-call/feed', '/rest/alert']) {
      await api.anonymous.get(`${path}?token=${token}`).expect(401);
      await api.anonymous.get(path).set('Authorization', `Bearer ${token}`).expect(401);
    }
    await api.anonymous.post(`/rest/on-call/calendar?token=${token}`).expect(405);
    const stored = JSON.stringify(await api.database.query('SELECT * FROM calendar_feed'));
    expect(stored).not.toContain(token.slice('wsc_'.length));
  });

  it('ends with the account of its owner, with the role that may read rotations, and with the rotation', async () => {
    const zoe = await person('zoe');
    const { id } = await rotation([zoe]);
    const feed = await make('zoe', { rotationId: id });
    const own = await make('zoe');
    const change = (set: string) => api.database.query(`UPDATE service_user SET ${set} WHERE login = 'zoe'`);
    await change(`roles = '{viewer}'`);
    await refused(feed);
    await read(own).expect(200);
    await change(`roles = '{operator}', ended_at = now()`);
    await refused(feed);
    await refused(own);
    // Another account of the same name does not inherit it.
    await change(`ended_at = NULL, subject = 'wardstone|acme|zoe|later'`);
    await refused(feed);
    await refused(own);
    await change(`subject = (SELECT f.subject FROM calendar_feed f WHERE f.id = ${own.id})`);
    await read(feed).expect(200);
    await api.delete(`/rest/on-call/rotation/${id}`).expect(204);
    await refused(feed);
    await read(own).expect(200);
  });

  it('of a rotation requires permission to read the rotation', async () => {
    const ann = await person('ann');
    const { id } = await rotation([ann]);
    const viewer = api.as({ username: 'looker', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
    await viewer.post(FEED).send({ rotationId: id }).expect(403);
    await viewer.post(FEED).send({}).expect(201);
    await as('ann')
      .post(FEED)
      .send({ rotationId: 999_999 } satisfies Partial<CalendarFeedRest> & Partial<Id>)
      .expect(404);
  });
});
