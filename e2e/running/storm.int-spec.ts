import { itWithBrowser } from '@wardstone/testing';
import { findHost } from '../../apps/monitoring/src/test/alerts/modelled-records';
import { type MailSink, openMailSink } from '../../apps/monitoring/src/test/alerts/sinks';
import { useInstallation } from '../installation';
import { type ConsolePage } from './console-page';
import { Storm } from './storm';
import { look } from './storm-pages';

const STORM_MS = 600_000;

describe('the console in a storm of alerts', () => {
  let mail: MailSink;
  const system = useInstallation(async () => {
    mail = await openMailSink();
    return {
      AGENT: 'off',
      RATE_LIMIT: 'off',
      SMTP_URL: mail.url,
      ALERT_GROUP_WAIT_SECONDS: '1',
      ALERT_GROUP_INTERVAL_SECONDS: '1',
      // Agents of the storm report once.
      AGENT_QUIET_TIMEOUT_MS: '3600000',
      BUILT_IN_ALERT_DEFINITIONS: 'off',
    };
  });
  const storm = new Storm(system, () => mail);
  let console: ConsolePage | undefined;
  afterAll(() => mail.close());

  itWithBrowser(
    'shows the same everywhere while each disk of each host is full',
    async () => {
      await storm.rise();
      console = await storm.open();
      await look(storm, console!, 'rise');
      expect(await storm.compareMail()).toMatch(
        /^\[MEDIUM\] Storm: disk almost full: [\d,]+ alerts on storm-\d+, storm-\d+ and [\d,]+ more hosts$/,
      );
    },
    STORM_MS,
  );

  itWithBrowser(
    'shows the same everywhere when one disk is silenced and one acknowledged',
    async () => {
      await storm.hold();
      await look(storm, console!, 'hold');
      await storm.fade();
    },
    STORM_MS,
  );

  itWithBrowser(
    'shows the same everywhere when all disks but three are free again',
    async () => {
      await storm.calm();
      expect(storm.model.problems().map(({ state }) => state)).toEqual(['SILENCED', 'ACKNOWLEDGED', 'FIRING']);
      await look(storm, console!, 'calm');
      expect(await console!.complaints()).toEqual([]);
    },
    STORM_MS,
  );

  itWithBrowser(
    'mails the change when one of them is full again',
    async () => {
      await storm.relapse();
      await storm.compare([findHost(storm.disks.at(-1)!)]);
      expect(await storm.compareMail()).toMatch(
        /^Update: \[MEDIUM\] Storm: disk almost full: 2 firing on storm-\d+ and storm-\d+, 1 acknowledged, 1 silenced, [\d,]+ recovered$/,
      );
    },
    STORM_MS,
  );
});
