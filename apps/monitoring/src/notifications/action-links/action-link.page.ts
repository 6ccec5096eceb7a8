import { markup } from '@wardstone/markup';
import { renderDocument } from '@wardstone/pages';
import type { ShownLink } from './action-link.service';

const WORDS = {
  ACKNOWLEDGE: {
    button: 'Acknowledge',
    means: 'Escalation stops.',
    done: 'The alert is acknowledged.',
  },
  RESOLVE: {
    button: 'Resolve',
    means: 'The alert is resolved, and everyone who was notified gets a message.',
    done: 'The alert is resolved. No more notifications are sent for it.',
  },
} as const;

/** Shows the alert, its resource and a button; nothing else about the installation. */
export function renderLinkPage(
  { action, name, place, page, isAcknowledged, isOver }: ShownLink,
  token: string,
): string {
  const { button, means } = WORDS[action];
  return renderDocument({
    title: `${button}: ${name} on ${place}`,
    isText: true,
    main: markup`<h1>${button} “${name}” on ${place}?</h1>
<p>${means}</p>
${isOver && markup`<p>This alert has already ended.</p>`}
${isAcknowledged && markup`<p>This alert is already acknowledged.</p>`}
<form method="post" action="link"><input type="hidden" name="token" value="${token}"><button>${button}</button></form>
${linkTo(page)}`,
  });
}

export function renderUsedPage({ action, name, place, page }: ShownLink): string {
  return renderDocument({
    title: `${name} on ${place}`,
    isText: true,
    main: markup`<h1>${name} on ${place}</h1>
<p>${WORDS[action].done}</p>
${linkTo(page)}`,
  });
}

function linkTo(page: string) {
  return markup`<p><a href="${page}">Open the alert in the console</a></p>`;
}
