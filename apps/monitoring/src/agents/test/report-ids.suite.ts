import { NOW, aFind, useAgents } from './use-agents';

describe('the id of a report', () => {
  const { name, report, sync, givenMachine } = useAgents();

  const givenSchedule = async () => {
    const { eth0 = 0, platform = 0 } = await givenMachine();
    const { schedules } = await sync();
    return { eth0, platform, scheduleId: schedules.find((one) => one.name === 'CpuPerc.user')!.scheduleId };
  };

  it('is used by reports of its own kind only', async () => {
    const { eth0, platform, scheduleId } = await givenSchedule();
    const kinds: [kind: string, body: object][] = [
      ['availability', { items: [{ resourceId: eth0, type: 'UP' }] }],
      ['inventory', { roots: [aFind('Linux', `host-of-${name()}`)] }],
      ['imports', { resourceIds: [platform] }],
      ['measurements', { numeric: [{ scheduleId, timestamp: NOW, value: 1 }] }],
      ['events', { events: [] }],
      ['configurations', { items: [{ resourceId: eth0, resourceConfig: { mtu: 1500 } }] }],
      ['drift', { changeSets: [] }],
    ];
    const send = async (): Promise<object[]> => {
      const responses: object[] = [];
      for (const [kind, body] of kinds)
        responses.push((await report(kind, { ...body, reportId: 'same' }).expect(200)).body as object);
      return responses;
    };
    const same = await send();

    expect(same[1]).toMatchObject({ resources: [{ path: '/roots/0' }] });
    expect(same.filter((_answer, at) => at !== 1)).toEqual(
      [1, 1, 1, 0, 1, 0].map((accepted) => expect.objectContaining({ accepted })),
    );
    expect(await send()).toEqual(same);
  });

  it('sent by two kinds at the same time gets a response for each', async () => {
    const { eth0, scheduleId } = await givenSchedule();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? report('measurements', {
              reportId: 'race',
              numeric: [1, 2].map((value) => ({ scheduleId, timestamp: NOW - value, value })),
            })
          : report('availability', { reportId: 'race', items: [{ resourceId: eth0, type: 'UP' }] }),
      ),
    );

    expect(responses.map(({ status, body }) => [status, (body as { accepted: number }).accepted])).toEqual(
      responses.map((_, at) => [200, at % 2 === 0 ? 2 : 1]),
    );
  });
});
