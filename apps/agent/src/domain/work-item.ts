/** Something to do, as the server hands it out. */
export interface WorkItem {
  id: number;
  kind: string;
  resourceId: number | null;
  /** In seconds. */
  timeout?: number;
  operation?: { name: string; parameters: Readonly<Record<string, unknown>> };
  create?: { typeName: string };
  cancel?: { workId: number };
}
