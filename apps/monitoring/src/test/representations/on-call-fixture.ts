import type { TestMonitoring } from '../use-monitoring';
import type { Writes } from './fixture-requests';

let written = 0;

/** People who are added, and calendar feeds. */
export function onCallWrites(api: TestMonitoring, givenRotation: () => Promise<number>): Writes {
  return {
    addOnCallPerson: {
      status: 201,
      request: () => {
        const login = `later${++written}@example.test`;
        return { path: '/rest/on-call/person', json: { login }, xml: `<person><login>${login}</login></person>` };
      },
    },
    createCalendarFeed: {
      status: 201,
      request: async () => {
        const rotationId = await givenRotation();
        return {
          path: '/rest/on-call/feed',
          json: { rotationId },
          xml: `<calendarFeed><rotationId>${rotationId}</rotationId></calendarFeed>`,
        };
      },
    },
    deleteCalendarFeed: {
      status: 204,
      request: async () => {
        const { body } = await api.post('/rest/on-call/feed').send({}).expect(201);
        return { path: `/rest/on-call/feed/${(body as { id: number }).id}` };
      },
    },
  };
}
