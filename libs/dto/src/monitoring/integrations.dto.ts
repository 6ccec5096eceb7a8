import { Dto, Field } from '../fields';
import type { Link, Sort } from '../values';
import { PageQuery } from './values.dto';

/** Formats of systems that report alerts. */
export const INTEGRATION_KINDS = [
  'ALERTMANAGER',
  'PROMETHEUS',
  'PAGERDUTY',
  'GRAFANA',
  'UPTIME_KUMA',
  'JSON',
  'MAIL',
] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

export const INTEGRATION_SORT_FIELDS = ['name', 'kind', 'heardTime'] as const;

/** Severities, most severe first. */
export const EXTERNAL_SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO'] as const;
export type ExternalSeverity = (typeof EXTERNAL_SEVERITIES)[number];

const MAX_PATH_LENGTH = 200;
const path = (description: string): PropertyDecorator =>
  Field.String(`JSON pointer (RFC 6901) to ${description}`, { optional: true, maxLength: MAX_PATH_LENGTH });

@Dto('mapping', 'JSON pointers to the parts of an alert in a payload')
export class AlertMapping {
  @path('the list of alerts, to whose entries the other paths belong; the whole body when absent')
  alerts?: string;
  @Field.String(
    'JSON pointer (RFC 6901) to the key that identifies an alert; required for JSON, the subject for MAIL when absent',
    {
      optional: true,
      maxLength: MAX_PATH_LENGTH,
    },
  )
  key?: string;
  @path('the status')
  status?: string;
  @Field.Array(
    'Statuses that mean that the alert is over, in any letter case; of a mail without a status, parts of its subject',
    {
      of: 'string',
      optional: true,
      maxItems: 20,
    },
  )
  resolvedWords?: readonly string[];
  @path('the severity')
  severity?: string;
  @path('the title')
  title?: string;
  @path('the host')
  host?: string;
  @path('the value')
  value?: string;
  @path('the address of a page about it')
  link?: string;
}

/** The properties of an integration that can be changed. */
@Dto('integration', 'JSON pointers to the parts of an alert in a payload')
export class IntegrationChange {
  @Field.Object('For JSON and MAIL: JSON pointers to the parts of an alert', { of: () => AlertMapping, optional: true })
  mapping?: AlertMapping;
}

@Dto('integration', 'A system that reports alerts')
export class NewIntegration extends IntegrationChange {
  @Field.String('Name, unique among integrations', { minLength: 1, maxLength: 80 })
  name!: string;
  @Field.Enum('Format of the alerts that the system sends', { values: INTEGRATION_KINDS })
  kind!: IntegrationKind;
}

@Dto('integration', 'A system that reports alerts, which is a resource', { lineFields: ['id', 'name', 'kind'] })
export class IntegrationRest {
  @Field.Int('Id, that of its resource')
  id!: number;
  @Field.String('Name')
  name!: string;
  @Field.Enum('Format of the alerts that the system sends', { values: INTEGRATION_KINDS })
  kind!: IntegrationKind;
  @Field.Object('For JSON and MAIL: JSON pointers to the parts of an alert', { of: () => AlertMapping, optional: true })
  mapping?: AlertMapping;
  @Field.Int('Number of its open alerts')
  open!: number;
  @Field.Time('When a request was last accepted; 0 for never')
  heardTime!: number;
  @Field.String('Why the last request was rejected; absent if it was accepted', { optional: true })
  problem?: string;
  @Field.String('The address that the system sends to; shown once, when it is made', { optional: true })
  address?: string;
  @Field.Links('Links of the integration')
  links!: readonly Link[];
}

/** Query for integrations. */
export class IntegrationListQuery extends PageQuery {
  @Field.String('Part of the name; case-insensitive', { optional: true })
  q?: string;
  @Field.Sort({ fields: INTEGRATION_SORT_FIELDS, default: { field: 'name', descends: false } })
  sort!: Sort<(typeof INTEGRATION_SORT_FIELDS)[number]>;
}

@Dto('request', 'A request that came to an integration', {
  lineFields: ['id', 'fired', 'updated', 'resolved', 'problem'],
})
export class IntegrationRequestRest {
  @Field.Int('Id')
  id!: number;
  @Field.Time('When the request arrived')
  time!: number;
  @Field.Int('Number of alerts that began or became more severe')
  fired!: number;
  @Field.Int('Number of alerts that continued or were acknowledged')
  updated!: number;
  @Field.Int('Number of alerts that ended')
  resolved!: number;
  @Field.Int('Number of ends and acknowledgements that were ignored because the alert is not open')
  ignored!: number;
  @Field.String('Why it was rejected; absent if it was accepted', { optional: true })
  problem?: string;
}

@Dto('externalAlert', 'An alert of another system', { lineFields: ['id', 'severity', 'title'] })
export class ExternalAlertRest {
  @Field.Int('Id')
  id!: number;
  @Field.String('Key that identifies the alert within its integration')
  key!: string;
  @Field.Enum('Severity, as the system reports it', { values: EXTERNAL_SEVERITIES })
  severity!: ExternalSeverity;
  @Field.String('Title')
  title!: string;
  @Field.String('Host', { optional: true })
  host?: string;
  @Field.String('Value', { optional: true })
  value?: string;
  @Field.String('URL of a page about it, http or https', { optional: true })
  link?: string;
  @Field.Time('When it was first reported')
  firstTime!: number;
  @Field.Time('When it was last reported')
  heardTime!: number;
  @Field.Time('When it ended; 0 while it is open')
  resolvedTime!: number;
}

/** Query for a page of an integration's alerts or requests. */
export class IntegrationPartsQuery extends PageQuery {}

@Dto('outcome', 'Outcome of a request', { lineFields: ['fired', 'updated', 'resolved', 'ignored'] })
export class IntegrationOutcome {
  @Field.Int('Number of alerts that began or became more severe')
  fired!: number;
  @Field.Int('Number of alerts that continued or were acknowledged')
  updated!: number;
  @Field.Int('Number of alerts that ended')
  resolved!: number;
  @Field.Int('Number of ends and acknowledgements that were ignored because the alert is not open')
  ignored!: number;
}
