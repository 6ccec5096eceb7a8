import type { AlertHold, AlertRest, SlimAlert } from '@wardstone/dto/monitoring';
import { type Markup, markup } from '@wardstone/markup';
import { factTable, type PageTools, type RecordView } from '@wardstone/media-types';

export const ALERT_PAGE: RecordView<AlertRest> = { html: alertBlock };

export const SLIM_ALERT_PAGE: RecordView<SlimAlert> = { html: alertBlock };

type ShownAlert = Omit<SlimAlert, 'alertDefinition'>;

/** An alert as a block on a page. See rule http-7. */
function alertBlock(alert: ShownAlert, page: PageTools): Markup {
  const { id, ackBy, ackTime, ackComment, resource, hold, status } = alert;
  const said = ackComment === undefined ? '' : `: ${ackComment}`;
  const links = [
    page.anchorTo(`/alert/${id}/definition`, 'Definition'),
    page.anchorTo(`/alert/${id}/conditions`, 'Conditions'),
    page.anchorTo(`/alert/${id}/notifications`, 'Notifications'),
    page.anchorTo(`/resource/${resource.resourceId}`, resource.resourceName),
  ];
  return markup`${factTable([
    ['Name', page.anchorTo(`/alert/${id}`, alert.name)],
    ['Id', id],
    ['Resource', resource.resourceName],
    ['Fired', new Date(alert.alertTime).toISOString()],
    ['Description', alert.description],
    ...(status ? [['State', status.state] as const] : []),
    ['Acknowledged', ackBy === null ? 'No' : `by ${ackBy}, ${new Date(ackTime).toISOString()}${said}`],
    ...(hold ? [['Held back', `${hold.state}${heldBy(hold)}`] as const] : []),
    ...(alert.incidentId === undefined ? [] : [['Incident', alert.incidentId] as const]),
    ['Definition enabled', alert.definitionEnabled ? 'Yes' : 'No'],
  ])}<p class="pages">${links.map((link) => [link, ' '])}</p>`;
}

function heldBy({ silenceId, reason, causeId, causeName, flapping }: AlertHold): string {
  if (silenceId !== undefined) return `: ${reason ?? silenceId}`;
  if (causeId !== undefined) return `: ${causeName ?? causeId} is DOWN`;
  return flapping ? ': flapping' : '';
}
