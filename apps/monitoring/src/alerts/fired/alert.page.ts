import type { AlertRest, SlimAlert } from '@wardstone/dto/monitoring';
import { type Markup, markup } from '@wardstone/markup';
import type { PageTools, RecordView } from '@wardstone/media-types';
import { locationIn } from '../../resources/resource-markup';

export const ALERT_PAGE: RecordView<AlertRest> = { html: alertBlock };

export const SLIM_ALERT_PAGE: RecordView<SlimAlert> = { html: alertBlock };

/** Alerts in short do not say what only the definition or the resource knows. */
interface ShownAlert extends Omit<SlimAlert, 'alertDefinition' | 'resource'> {
  alertDefinition: { id: number; priority?: string };
  resource: SlimAlert['resource'] & { ancestry?: string | null };
}

/** The block that stands for an alert on every page. See rule http-7. */
function alertBlock(alert: ShownAlert, page: PageTools): Markup {
  const { id, ackBy, ackTime, ackComment, resource } = alert;
  const { priority } = alert.alertDefinition;
  const { ancestry = null } = resource;
  const said = ackComment === undefined ? '' : `: ${ackComment}`;
  const acknowledged = ackBy === null ? 'No' : `by ${ackBy}, ${new Date(ackTime).toISOString()}${said}`;
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
