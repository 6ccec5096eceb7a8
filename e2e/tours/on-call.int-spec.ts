import path from 'node:path';
import { openPushService, type PushService } from '../../apps/monitoring/src/notifications/test/push-service';
import { type MailSink, openMailSink } from '../../apps/monitoring/src/test/alerts/sinks';
import { useInstallation } from '../installation';
import { callsTo } from '../running/console-hands';
import { describeContacts } from './contacts.suite';
import { describeFirstAlert } from './first-alert.suite';
import { describeNightOnCall } from './on-call.suite';
import { describePaging } from './paging.suite';

const CERTIFICATE = path.join(__dirname, '../../apps/monitoring/src/notifications/test/push-service.pem');

describe('people who are notified', () => {
  let mail: MailSink;
  let push: PushService;
  const system = useInstallation(async () => {
    [mail, push] = await Promise.all([openMailSink(), openPushService()]);
    return {
      RATE_LIMIT: 'off',
      SMTP_URL: mail.url,
      ALERT_ALLOWED_NETWORKS: '127.0.0.1/32',
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
      BUILT_IN_ALERT_DEFINITIONS: 'on',
      // The first notification waits as in a new installation.
      ALERT_GROUP_INTERVAL_SECONDS: '3',
    };
  });
  const call = callsTo(system);

  // Hosts without an agent go down here; their definitions were made by people.
  beforeAll(async () => {
    const definitions = await call<{ id: number; name: string }[]>('GET', '/rest/alert/definitions?children=false');
    for (const { id } of definitions.filter(({ name }) => name === 'Agent silent')) {
      await call('PUT', `/rest/alert/definition/${id}`, { enabled: false });
    }
  });
  afterAll(async () => {
    await Promise.all([mail.close(), push.close()]);
  });

  describeFirstAlert(system);
  describeContacts(system, () => ({ mail, push }));
  describeNightOnCall(system, () => mail);
  describePaging(system, () => push);
});
