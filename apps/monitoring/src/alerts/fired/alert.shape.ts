import { markup } from '@wardstone/markup';
import type { Markup } from '@wardstone/markup';
import { flag, integer, links, record, recordShape, text, time } from '@wardstone/media-types';
import type { PageTools, RecordOf, RecordShape } from '@wardstone/media-types';
import { locationIn } from '../../resources/resource-markup';
import { RESOURCE } from '../../resources/resource.shape';
import { ALERT_DEFINITION } from '../definitions/definition.shape';

export const ALERT_SORT_FIELDS = ['alertTime', 'name', 'resourceName', 'priority'] as const;

const FIELDS = {
  id: integer('Id'),
  name: text('Name of the definition'),
  definitionEnabled: flag('Whether the definition is enabled now'),
  ackBy: text('Who acknowledged it', { nullable: true }),
  ackTime: time('When it was acknowledged; 0 before'),
  alertTime: time('When it fired'),
  description: text('The conditions that made it fire'),
  links: links('What belongs to the alert'),
} as const;

const PLAIN_ALERT = recordShape({
  name: 'AlertRest',
  element: 'alert',
  description: 'An alert that fired',
  fields: {
    id: FIELDS.id,
    name: FIELDS.name,
    alertDefinition: record('The definition, without conditions and notifications', ALERT_DEFINITION),
    definitionEnabled: FIELDS.definitionEnabled,
    ackBy: FIELDS.ackBy,
    ackTime: FIELDS.ackTime,
    alertTime: FIELDS.alertTime,
    description: FIELDS.description,
    resource: record('The resource on which it fired', RESOURCE),
    links: FIELDS.links,
  },
});
export type AlertRest = RecordOf<typeof PLAIN_ALERT>;

/** Source: contract 2, media spec 6.1. */
export const ALERT: RecordShape<AlertRest> = { ...PLAIN_ALERT, html: alertBlock };

const PLAIN_SLIM_ALERT = recordShape({
  name: 'AlertRest',
  element: 'alert',
  description: 'An alert that fired, in short',
  fields: {
    ...FIELDS,
    alertDefinition: record(
      'The definition',
      recordShape({
        name: 'AlertDefinitionRest',
        element: 'definition',
        description: 'A definition, in short',
        fields: { id: integer('Id') },
      }),
    ),
    resource: record(
      'The resource on which it fired',
      recordShape({
        name: 'ResourceWithType',
        element: 'resource',
        description: 'A resource, in short',
        fields: { resourceName: text('Name'), resourceId: integer('Id') },
      }),
    ),
  },
});
export type SlimAlert = RecordOf<typeof PLAIN_SLIM_ALERT>;

export const SLIM_ALERT: RecordShape<SlimAlert> = { ...PLAIN_SLIM_ALERT, html: alertBlock };

/** Alerts in short do not say what only the definition or the resource knows. */
interface ShownAlert extends Omit<SlimAlert, 'alertDefinition' | 'resource'> {
  alertDefinition: { id: number; priority?: string };
  resource: SlimAlert['resource'] & { ancestry?: string | null };
}

/** The block that stands for an alert on every page. Source: media spec 1.7. */
function alertBlock(alert: ShownAlert, page: PageTools): Markup {
  const { id, ackBy, ackTime, resource } = alert;
  const { priority } = alert.alertDefinition;
  const { ancestry = null } = resource;
  const acknowledged = ackBy === null ? 'No' : `by ${ackBy}, ${new Date(ackTime).toISOString()}`;
  const places = [
    page.anchorTo(`/alert/${id}/definition`, 'Definition'),
    page.anchorTo(`/alert/${id}/conditions`, 'Conditions'),
    page.anchorTo(`/alert/${id}/notifications`, 'Notifications'),
    page.anchorTo(`/resource/${resource.resourceId}`, resource.resourceName),
  ];
  return markup`<table class="facts"><tbody>
${row('Name', page.anchorTo(`/alert/${id}`, alert.name))}
${row('Id', String(id))}
${priority === undefined ? '' : row('Priority', priority)}
${row('Resource', page.anchorTo(`/resource/${resource.resourceId}`, resource.resourceName))}
${ancestry === null ? '' : row('Located in', locationIn(ancestry, page))}
${row('Fired', new Date(alert.alertTime).toISOString())}
${row('Description', alert.description)}
${row('Acknowledged', acknowledged)}
${row('Definition enabled', alert.definitionEnabled ? 'Yes' : 'No')}
</tbody></table>
<nav class="pages" aria-label="${alert.name}">${places.flatMap((place) => (place ? [place, ' '] : []))}</nav>`;
}

function row(name: string, value: Markup | string | undefined): Markup {
  return markup`<tr><th scope="row">${name}</th><td>${value ?? ''}</td></tr>`;
}
