/**
 * Records for `get`, `list`, `create`, `update` and `delete`. A name in braces in a path becomes an option: `--policy
 * ID`.
 */
export interface Area {
  /** Completes "list" in the help. */
  about: string;
  list: string;
  isPaged?: true;
  /** Property with the rows of a list without pages; absent if the response itself is the list. */
  rows?: string;
  /** Path of one record, with `{id}`; absent if there are only lists. */
  item?: string;
  /** Property of a response with the record. */
  record?: 'data';
  /** Property that identifies a record in requests. */
  id: string;
  /** Property by which people identify a record; can be given instead of the id. */
  name?: string;
  /** Headings and properties of the table; `time` formats milliseconds, `ancestors` the path of a resource. */
  columns: Readonly<Record<string, string | { time: string } | { ancestors: string }>>;
  /** Query parameter for `--filter`. */
  filter?: 'filter' | 'q' | 'name';
  /** Example of `--filter` if the list requires one; such records can only be listed. */
  requiredFilter?: string;
  /** Whether it compares full names instead of parts. */
  filtersWhole?: true;
  /** Whether the filter language has no operator for parts of the name. */
  findsWholeNames?: true;
  /** Whether an inventory group narrows the list, by its query parameter `group_id`. */
  takesGroup?: true;
  /** Fields that responses contain only on request. */
  include?: string;
  /** Fixed query parameters of the list. */
  query?: Readonly<Record<string, string>>;
  create?: string;
  /** Parameter that `create` requires, for the help. */
  createQuery?: string;
  /**
   * How `item` is changed, with an example for the help. PUT replaces the record, so other fields are sent unchanged.
   */
  update?: { by: 'put' | 'patch'; example: string };
  /** Path of DELETE; true for that of `item`. */
  remove?: true | string;
}
