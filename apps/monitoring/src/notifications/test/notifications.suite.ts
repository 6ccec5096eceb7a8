import { SENDERS } from '@wardstone/alerting';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

describe('notifications of alert definitions', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const keeper = (...permissions: string[]) => api.as({ roles: ['viewer'], permissions });

  async function create(query: string, body: object): Promise<{ id: number; notifications: { id: number }[] }> {
    const response = await api.post(`/rest/alert/definitions?${query}`).send(body).expect(201);
    return response.body as { id: number; notifications: { id: number }[] };
  }

  it('keep their sender, convert their values by it, and get another id with each change', async () => {
    const { id } = await create(`resourceId=${(await givenResource(db())).id}`, { name: 'x' });
    const config = { host: 'nms.example.test', port: '1162', extra: 7, deep: { a: [1] } };
    const post = (body: object) => api.post(`/rest/alert/definition/${id}/notifications`).send(body);
    const { body } = await post({ senderName: 'SNMP Traps', config }).expect(201);
    const { id: nid, ...rest } = body as { id: number };
    expect(rest).toEqual({
      senderName: 'SNMP Traps',
      config: { host: 'nms.example.test', port: 1162, extra: '7', deep: '{"a":[1]}' },
    });
    const put = (nr: number, sent: object) => api.put(`/rest/alert/notification/${nr}`).send(sent);
    await put(nid, { senderName: 'Pigeon', config: {} }).expect(404);
    const changed = await put(nid, { senderName: 'Direct Emails', config: { host: 'b' } }).expect(200);
    expect(changed.body).toMatchObject({ senderName: 'SNMP Traps', config: { host: 'b' } });
    await api.get(`/rest/alert/notification/${nid}`).expect(404);
    await post({ config: {} }).expect(406);
    await post({ senderName: 'Pigeon' }).expect(404);
  });

  it('show addresses, which may hold a token, only to callers who may change them', async () => {
    const resource = await givenResource(db());
    await givenGroup(db(), { members: [resource], roles: ['viewer'] });
    const getNotifications = async (url: string) => {
      const notifications = [{ senderName: 'Webhook', config: { url } }];
      const { id, ...made } = await create(`resourceId=${resource.id}`, { name: 'x', notifications });
      const read = async (caller: Pick<typeof api, 'get'>, path: string): Promise<string> =>
        (await caller.get(path).expect(200)).text;
      return async (caller: Pick<typeof api, 'get'>) => [
        await read(caller, `/rest/alert/definition/${id}`),
        await read(caller, `/rest/alert/definitions?full=true&resourceId=${resource.id}&ps=1000`),
        await read(caller, `/rest/alert/notification/${made.notifications[0]!.id}`),
      ];
    };
    for (const url of [
      'https://hook.example.test/services/T0KEN',
      'https://hook.example.test/?token=T0KEN',
      'https://T0KEN@hook.example.test/',
      'https://hook.example.test/#T0KEN',
    ]) {
      const shownTo = await getNotifications(url);
      for (const text of await shownTo(api.as({ roles: ['viewer'] }))) expect(text).not.toContain('T0KEN');
      for (const text of await shownTo(api)) expect(text).toContain(url);
      for (const text of await shownTo(keeper('MANAGE_ALERTS'))) expect(text).toContain(url);
    }
    const shownTo = await getNotifications('https://hook.example.test:8443/secret');
    for (const text of await shownTo(api.as({ roles: ['viewer'] }))) {
      expect(text).toContain('https://hook.example.test:8443/********');
    }
  });

  it('never show a secret, and keep it when the mask is sent back', async () => {
    const { id } = await create(`resourceId=${(await givenResource(db())).id}`, { name: 'x' });
    const { body } = await api
      .post(`/rest/alert/definition/${id}/notifications`)
      .send({ senderName: 'Webhook', config: { url: 'https://hook.example.test', secret: 'open sesame' } });
    expect(body).toMatchObject({ config: { secret: '********' } });
    const { id: nid, ...sent } = body as { id: number };
    const changed = await api.put(`/rest/alert/notification/${nid}`).send(sent).expect(200);
    const rows = await db().query(`SELECT config ->> 'secret' AS secret FROM alert_notification WHERE id = $1`, [
      (changed.body as { id: number }).id,
    ]);
    expect(rows).toEqual([{ secret: 'open sesame' }]);
  });

  const WITH_SECRET_AND_ADDRESS = [
    ['Jira Service Management', 'apiKey', 'jira-key', {}],
    ['Opsgenie', 'apiKey', 'genie-key', { url: 'https://api.eu.opsgenie.com/v2/alerts' }],
    ['PagerDuty', 'routingKey', 'R'.repeat(32), {}],
    ['Slack App', 'token', 'xoxb-secret', { channel: 'C0123456789' }],
    ['Webhook', 'secret', 'open sesame', { url: 'https://hook.example.test/in' }],
    ['ntfy', 'token', 'tk_secret', { topic: 'on-call' }],
  ] as const;

  it('have a secret besides an address only with these senders', () => {
    const senders = SENDERS.filter(
      ({ properties }) =>
        properties.some(({ type }) => type === 'PASSWORD') && properties.some(({ isDestination }) => isDestination),
    );
    expect(senders.map(({ name }) => name).sort()).toEqual(WITH_SECRET_AND_ADDRESS.map(([name]) => name));
  });

  it.each(WITH_SECRET_AND_ADDRESS)(
    'send no secret of %s to another address than it was given for',
    async (senderName, name, secret, where) => {
      const resource = await givenResource(db());
      const config = { ...where, [name]: secret };
      const made = await create(`resourceId=${resource.id}`, { name: 'x', notifications: [{ senderName, config }] });
      const { notifications } = made;
      const { id } = notifications[0]!;
      const moved = { ...where, [name]: '********', url: 'https://evil.example.test/' };
      const refused = await api.put(`/rest/alert/notification/${id}`).send({ senderName, config: moved }).expect(406);
      expect(refused.text).toContain(
        `property ${name} is masked, and nothing is stored for this address: give it again`,
      );
      await api
        .post(`/rest/alert/sender/${senderName}/test?resourceId=${resource.id}`)
        .send({ id, senderName, config: moved })
        .expect(406);
      await api.post(`/rest/alert/definition/${made.id}/notifications`).send({ senderName, config: moved }).expect(406);
      const policy = (id: number | undefined, receiver: object) => ({
        name: `to ${senderName}`,
        steps: [{ afterMinutes: 0, receivers: [{ ...(id && { id }), senderName, config: receiver }] }],
      });
      const { body } = await api.post('/rest/on-call/escalation').send(policy(undefined, config)).expect(201);
      const path = `/rest/on-call/escalation/${(body as { id: number }).id}`;
      await api.put(path).send(policy(1, moved)).expect(406);
      await api
        .put(path)
        .send(policy(1, { ...config, [name]: '********' }))
        .expect(200);
      await api
        .put(`/rest/alert/notification/${id}`)
        .send({ senderName, config: { ...moved, [name]: secret } })
        .expect(200);
    },
  );

  it('list the senders by name, with the form of each', async () => {
    const { body } = await api.get('/rest/alert/senders').expect(200);
    const names = (body as { senderName: string }[]).map(({ senderName }) => senderName);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('Direct Emails');
    const path = '/rest/alert/sender/Direct%20Emails';
    const contract = {
      senderName: 'Direct Emails',
      description: 'sends e-mail to fixed addresses',
      link: { self: { href: `${PUBLIC_URL}${path}` } },
      configDefinition: { emailAddress: 'LONG_STRING' },
    };
    expect((await api.get(path).expect(200)).body).toEqual(contract);
    const one = await api.get(`${path}?include=label,problem,testable,properties`).expect(200);
    expect(one.body).toEqual({
      ...contract,
      label: 'Direct Emails',
      problem: 'no mail server is set (SMTP_URL)',
      testable: true,
      properties: [
        expect.objectContaining({ name: 'emailAddress', label: 'E-mail addresses', required: true, choices: [] }),
      ],
    });
    await api.get('/rest/alert/sender/direct%20emails').expect(404);
  });

  it('offer roles, and users only to callers who may choose them', async () => {
    await api
      .as({ username: 'jane', roles: ['operator'] })
      .get('/rest/alert')
      .expect(200);
    const choices = async (caller: Pick<typeof api, 'get'>, sender: string): Promise<string[]> => {
      const { body } = await caller
        .get(`/rest/alert/sender/${encodeURIComponent(sender)}?include=properties`)
        .expect(200);
      const { properties } = body as { properties: [{ choices: { label: string }[] }] };
      return properties[0].choices.map(({ label }) => label);
    };
    expect(await choices(api, 'System Users')).toContain('jane');
    expect(await choices(api.as({ roles: ['viewer'] }), 'System Users')).toEqual([]);
    expect(await choices(api.as({ roles: ['viewer'] }), 'System Roles')).toEqual(['admin', 'operator', 'viewer']);
  });

  it.each([
    ['Webhook', { url: 'not a url' }, 'url', 'must be an address that begins with http:// or https://'],
    ['Webhook', { url: 'ftp://hook.example.test' }, 'url', 'must be an address'],
    ['Webhook', {}, 'url', 'is missing'],
    ['Webhook', { url: 'https://hook.example.test', format: 'xml' }, 'format', 'must be one of json, alertmanager'],
    ['Webhook', { url: 'https://hook.example.test', secret: 'whsec_!!!bm90' }, 'secret', 'must be base64'],
    [
      'Webhook',
      { url: 'https://hook.example.test', secert: 'x' },
      'secert',
      'is unknown; there are url, secret, format',
    ],
    ['Direct Emails', { emailAddress: 'a@example.test, nonsense' }, 'emailAddress', 'nonsense is not an e-mail'],
    ['Direct Emails', { emailAddress: ' , ' }, 'emailAddress', 'is missing'],
    ['System Users', { subjectId: '|1]' }, 'subjectId', 'is not a list of ids'],
    ['System Users', { subjectId: '||' }, 'subjectId', 'names no user'],
    ['System Roles', {}, 'roleId', 'is missing'],
    ['SNMP Traps', { port: '70000' }, 'port', 'must be 1 to 65535'],
    ['SNMP Traps', { oid: 'one.two' }, 'oid', 'must be numbers with dots'],
    ['Log4J Alerter', { log4JCategory: ' ' }, 'log4JCategory', 'is missing'],
    ['Resource Operations', { 'selection-mode': 'SELF' }, 'operation-definition-id', 'is missing'],
    ['Resource Operations', { 'operation-definition-id': 7 }, 'selection-mode', 'must be one of SELF'],
    [
      'Resource Operations',
      { 'operation-definition-id': 7, 'selection-mode': 'SPECIFIC' },
      'selection-specific-resource-id',
      'is missing',
    ],
  ])('are refused when the sender cannot use them and is checked: %s with %j', async (...row) => {
    const [senderName, config, field, problem] = row;
    // The contract's senders are checked on request.
    const check = senderName === 'Webhook' ? '' : 'check=true';
    const resource = await givenResource(db());
    const expectRefusal = (response: { body: object; headers: Record<string, string> }, place = ''): void => {
      expect(response.headers['x-error-type']).toBe('invalid_content');
      expect(response.body).toMatchObject({
        detail: expect.stringContaining(`property ${field} `),
        fields: [{ field: place + field, problems: [expect.stringContaining(problem)] }],
      });
    };
    const send = (method: 'post' | 'put', path: string, body: object) =>
      api[method](path).set('Accept', 'application/problem+json, application/json').send(body);
    const wrong = { senderName, config };
    const definitions = `/rest/alert/definitions?resourceId=${resource.id}&${check}`;
    const notifications = [{ senderName: 'Log4J Alerter', config: { log4JCategory: 'fine' } }, wrong];
    expectRefusal(await send('post', definitions, { name: 'x', notifications }).expect(406), 'notifications.1.');
    const { id } = await create(`resourceId=${resource.id}`, { name: 'x' });
    expectRefusal(await send('post', `/rest/alert/definition/${id}/notifications?${check}`, wrong).expect(406));
    if (senderName !== 'Webhook') return;
    const right = { senderName, config: { url: 'https://hook.example.test' } };
    const { body } = await send('post', `/rest/alert/definition/${id}/notifications`, right).expect(201);
    const { id: nid } = body as { id: number };
    expectRefusal(await send('put', `/rest/alert/notification/${nid}`, wrong).expect(406));
  });

  it.each([
    ['System Roles', { roleId: '|1]' }, 'property roleId is not a list of ids such as |1|2|'],
    ['Direct Emails', undefined, 'property emailAddress is missing'],
    ['SNMP Traps', { port: 'soon' }, 'property port must be 1 to 65535'],
  ])(
    'of senders of the contract are stored unchanged, and report why they cannot work: %s',
    async (senderName, config, problem) => {
      const resource = await givenResource(db());
      const sent = { senderName, ...(config && { config }) };
      const { id } = await create(`resourceId=${resource.id}`, { name: 'x', notifications: [sent] });
      const path = `/rest/alert/definition/${id}/notifications`;
      const { body } = await api.post(path).send(sent).expect(201);
      expect(body).toEqual({ id: expect.any(Number) as number, senderName, config: config ?? {} });
      const changed = await api
        .put(`/rest/alert/notification/${(body as { id: number }).id}`)
        .send(sent)
        .expect(200);
      const { id: nid } = changed.body as { id: number };
      expect((await api.get(`/rest/alert/notification/${nid}?include=problem`).expect(200)).body).toMatchObject({
        problem,
      });
      const list = await api
        .get(`/rest/alert/definitions?resourceId=${resource.id}&full=true&include=problem`)
        .expect(200);
      expect(list.body).toMatchObject([{ notifications: [{ problem }, { problem }] }]);
      const dryRun = await api
        .post(`/rest/alert/definitions/dry-run?resourceId=${resource.id}`)
        .send({ conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }], notifications: [sent] })
        .expect(200);
      expect((dryRun.body as { notes: string[] }).notes).toEqual([`Notification 1 (${senderName}): ${problem}`]);
    },
  );
});
