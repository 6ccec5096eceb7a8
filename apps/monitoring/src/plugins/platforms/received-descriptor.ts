import { MACHINES_ENTITY } from './descriptor-parts';

/** Of the types of resource that stand for what others measure and send. */
export const RECEIVED_PLUGIN = 'Received Series';
export const SOURCE_TYPE = 'Metrics Source';

/** The plugin of series that come in; no agent collects them. Their metrics are made by what comes in. */
export const RECEIVED_DESCRIPTOR = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plugin [
  ${MACHINES_ENTITY.replace(
    '<runs-inside>',
    `<runs-inside>
      <parent-resource-type name="${SOURCE_TYPE}" plugin="${RECEIVED_PLUGIN}"/>`,
  )}
]>
<plugin name="${RECEIVED_PLUGIN}" displayName="Received Series" version="1.0.0"
        description="What Prometheus and OpenTelemetry measure and send"
        xmlns="urn:xmlns:rhq-plugin" xmlns:c="urn:xmlns:rhq-configuration">
  <depends plugin="Platforms"/>
  <platform name="${SOURCE_TYPE}" description="An account that sends series of machines that are not in inventory"
            class="MetricsSource"/>
  <server name="Prometheus Target" description="What Prometheus scrapes: a job and an instance"
          class="PrometheusTarget">&machines;</server>
  <server name="OpenTelemetry Service" description="An instance of a service that OpenTelemetry measures"
          class="OpenTelemetryService">&machines;</server>
  <help>Metrics, one for each set of labels, are made by the series that come in.</help>
</plugin>
`;
