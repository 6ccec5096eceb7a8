import { renderLinkPage } from './action-link.page';
import type { ShownLink } from './action-link.service';

const LINK: ShownLink = {
  action: 'RESOLVE',
  name: 'Disk full',
  place: 'web-1 / /',
  page: 'https://ops.example.test/console/alerts/1',
  isAcknowledged: false,
  isOver: false,
};

it('shows that an alert has ended', () => {
  expect(renderLinkPage({ ...LINK, isOver: true }, 't')).toContain('<p>This alert has already ended.</p>');
  expect(renderLinkPage(LINK, 't')).not.toContain('is over');
});
