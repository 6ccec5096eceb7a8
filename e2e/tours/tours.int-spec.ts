import { findFreePort } from '@wardstone/host';
import { useInstallation } from '../installation';
import { describeAlertsTour } from './alerts.suite';
import { describeAuditTour } from './audit.suite';
import { describeComplianceTour } from './compliance.suite';
import { describeMonitoringTour } from './monitoring.suite';

describe('the tours', () => {
  let smtpUrl: string;
  const system = useInstallation(async () => {
    smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`;
    return {
      RATE_LIMIT: 'off',
      // Longer than a request waits, so that the tour polls for the pending application.
      RESOURCE_CREATION_DELAY_MS: '3000',
      SMTP_URL: smtpUrl,
      ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
  });

  describeComplianceTour(system);
  describeAuditTour(system, () => smtpUrl);
  describeMonitoringTour(system);
  describeAlertsTour(system, () => smtpUrl);
});
