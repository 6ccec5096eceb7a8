/** The files and folders that connection properties name. */
export interface WatchedFiles {
  /** The process id in a file; undefined when there is none. */
  readPid(path: string): number | undefined;
  isFolder(path: string): boolean;
  /** Whether the agent does not look there, and so cannot say. */
  isRefused(path: string): boolean;
}
