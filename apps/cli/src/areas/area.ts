/** Records that `get`, `list`, `create`, `update` and `delete` work on. A name in braces in a path is an option: `--policy ID`. */
export interface Area {
  /** For the help: "list" and this. */
  about: string;
  list: string;
  isPaged?: true;
  /** Property that holds the rows of a list without pages; absent where it is the list itself. */
  rows?: string;
  /** Path of one record, with `{id}`; absent where there are lists alone. */
  item?: string;
  /** Property of a response that holds the record. */
  record?: 'data';
  /** Property that identifies a record in requests. */
  id: string;
  /** Property that people know a record by, and may give instead of the id. */
  name?: string;
  /** Heads and properties of the table; `time` shows milliseconds as a time, `ancestors` what a resource is part of. */
  columns: Readonly<Record<string, string | { time: string } | { ancestors: string }>>;
  /** Query parameter that `--filter` goes to. */
  filter?: 'filter' | 'q' | 'name';
  /** Example of `--filter` where the list requires one; such records are listed, never got one by one. */
  requiredFilter?: string;
  /** Whether it compares whole names, not parts. */
  filtersWhole?: true;
  /** Whether the filter language has no operator for parts of the name. */
  findsWholeNames?: true;
  /** Fields that responses hold on request alone. */
  include?: string;
  /** Query of the list, always. */
  query?: Readonly<Record<string, string>>;
  create?: string;
  /** Parameter that `create` needs, for the help. */
  createQuery?: string;
  /** How `item` is changed, with an example for the help. PUT replaces the record: what is not given is sent as it is. */
  update?: { by: 'put' | 'patch'; example: string };
  /** Path of DELETE; true for `item`. */
  remove?: true | string;
}
