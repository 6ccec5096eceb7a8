/** The kernel truncates longer names: TASK_COMM_LEN of Linux. */
const KERNEL_NAME_BYTES = 15;

/** Whether the kernel may have truncated the name. */
export function isCut(kernelName: string): boolean {
  return Buffer.byteLength(kernelName) >= KERNEL_NAME_BYTES;
}

/** Whether the kernel may have truncated this name to the given one. */
export function beginsAs(name: string, kernelName: string): boolean {
  // The truncation may split a character.
  return isCut(kernelName) && name.startsWith(kernelName.replace(/\uFFFD+$/, ''));
}
