/** Longer names are cut by the kernel: TASK_COMM_LEN of Linux. */
const KERNEL_NAME_BYTES = 15;

/** Whether the kernel may have cut the name. */
export function isCut(kernelName: string): boolean {
  return Buffer.byteLength(kernelName) >= KERNEL_NAME_BYTES;
}

/** Whether this is the name that the kernel cut. */
export function beginsAs(name: string, kernelName: string): boolean {
  // The cut may go through a character.
  return isCut(kernelName) && name.startsWith(kernelName.replace(/\uFFFD+$/, ''));
}
