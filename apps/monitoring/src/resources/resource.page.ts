import type { ResourceWithChildren, ResourceWithType } from '@wardstone/dto/monitoring';
import { type Markup, markup } from '@wardstone/markup';
import type { PageTools, RecordView } from '@wardstone/media-types';
import { PLATFORM_COLUMNS, RESOURCE_COLUMNS, resourceBlock, resourceFacts, resourceTree } from './resource-markup';

export const RESOURCE_PAGE: RecordView<ResourceWithType> = {
  html: resourceFacts,
  columns: RESOURCE_COLUMNS,
  heading: ({ resourceName }) => resourceName,
};

/** The same in a list of platforms alone. */
export const PLATFORM_PAGE: RecordView<ResourceWithType> = { ...RESOURCE_PAGE, columns: PLATFORM_COLUMNS };

/** The same in the list of a hierarchy, which pages show as the tree it is. */
export const HIERARCHY_PAGE: RecordView<ResourceWithType> = { ...RESOURCE_PAGE, htmlList: resourceTree };

/** The same in a list of favorites, each with all its links. See rule http-7. */
export const FAVORITE_PAGE: RecordView<ResourceWithType> = { html: resourceBlock };

export const RESOURCE_TREE_PAGE: RecordView<ResourceWithChildren> = { html: treeBlock };

function treeBlock({ id, name, children }: ResourceWithChildren, page: PageTools): Markup {
  const below = (children ?? []).map((child) => markup`<li>${treeBlock(child, page)}</li>`);
  const list = below.length === 0 ? '' : markup`<ul class="tree">${below}</ul>`;
  return markup`${page.anchorTo(`/resource/${id}`, name)}${list}`;
}
