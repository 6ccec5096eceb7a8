import { markup } from '@wardstone/markup';
import { renderDocument } from '@wardstone/pages';
import type { ShownLink } from './alert-link.service';

const WORDS = {
  ACKNOWLEDGE: {
    button: 'Acknowledge',
    means: 'You have seen it: nobody else is called.',
    done: 'The alert is acknowledged.',
  },
  RESOLVE: {
    button: 'Resolve',
    means: 'It is over: whoever was told is told so.',
    done: 'The alert is resolved: nothing more is sent about it.',
  },
} as const;

/** The name of the alert and a button, and nothing else of the installation. */
export function renderLinkPage({ action, name, isAcknowledged }: ShownLink, token: string): string {
  const { button, means } = WORDS[action];
  return renderDocument({
    title: `${button}: ${name}`,
    isText: true,
    main: markup`<h1>${name}</h1>
<p>${means}</p>
${isAcknowledged && markup`<p>This alert is acknowledged.</p>`}
<form method="post" action="link"><input type="hidden" name="token" value="${token}"><button>${button}</button></form>`,
  });
}

export function renderUsedPage({ action, name }: ShownLink): string {
  return renderDocument({
    title: name,
    isText: true,
    main: markup`<h1>${name}</h1>
<p>${WORDS[action].done}</p>`,
  });
}
