import type { FileSystem } from './snapshot';

/**
 * Types without their own space: those of the kernel, in memory, read-only images, and layers over other file systems.
 * The types that node_exporter ignores by default, and more virtual ones.
 */
const WITHOUT_SPACE = new Set([
  'autofs',
  'binfmt_misc',
  'bpf',
  'cgroup',
  'cgroup2',
  'configfs',
  'debugfs',
  'devfs',
  'devpts',
  'devtmpfs',
  'efivarfs',
  'fdescfs',
  'fusectl',
  'hugetlbfs',
  'mqueue',
  'nsfs',
  'proc',
  'procfs',
  'pstore',
  'rpc_pipefs',
  'securityfs',
  'selinuxfs',
  'sysfs',
  'tracefs',
  'ramfs',
  'tmpfs',
  'rootfs',
  'cramfs',
  'erofs',
  'iso9660',
  'romfs',
  'squashfs',
  'udf',
  'fuse.snapfuse',
  'fuse.squashfuse',
  'aufs',
  'fuse-overlayfs',
  'fuse.fuse-overlayfs',
  'mergerfs',
  'fuse.mergerfs',
  'nullfs',
  'overlay',
  'shiftfs',
  'unionfs',
  'fuse.unionfs-fuse',
  'fuse.gvfsd-fuse',
  'fuse.lxcfs',
  'fuse.portal',
  'fuse.xdg-document-portal',
]);

/** Read-only images are always full, even at the root. */
const READ_ONLY = new Set(['cramfs', 'erofs', 'iso9660', 'romfs', 'squashfs', 'udf']);

/** Containers, pods, packages and sessions create and remove mounts below these paths. */
const TEMPORARY_PLACES = [
  '/dev/',
  '/proc/',
  '/sys/',
  '/run/credentials/',
  '/run/user/',
  '/run/netns/',
  '/snap/',
  '/var/lib/snapd/snap/',
  '/var/lib/docker/',
  '/run/docker/',
  '/var/lib/containerd/',
  '/run/containerd/',
  '/var/lib/containers/',
  '/run/containers/',
  '/var/lib/kubelet/',
  '/var/lib/rancher/',
  '/run/k3s/',
  '/var/lib/lxcfs/',
  '/var/lib/machines/',
];

/** Mounts of users' containers and AppImages, below any folder. */
const TEMPORARY_PATH = /\/containers\/storage\/|\/docker\/overlay2\/|\/\.mount_[^/]+$/;

/** Whether mounts at this path come and go with programs on the host. */
export function isTemporaryPlace(mount: string): boolean {
  const place = mount.replace(/^\/var\/run\//, '/run/');
  return TEMPORARY_PLACES.some((folder) => place.startsWith(folder)) || TEMPORARY_PATH.test(place);
}

/**
 * Mounts of file systems that can fill up: one for each device, at its shortest path. The root counts, even in a
 * container, unless it is a read-only image.
 */
export function ownFileSystems(mounted: readonly FileSystem[]): FileSystem[] {
  const byDevice = new Map<string, FileSystem>();
  for (const each of mounted) {
    if (!hasOwnSpace(each)) continue;
    // Names of file systems without a device, such as overlays, are not unique.
    const key = /[/:]/.test(each.device) ? each.device : `${each.device} ${each.mount}`;
    const known = byDevice.get(key);
    if (!known || isShorter(each.mount, known.mount)) byDevice.set(key, each);
  }
  const own = new Set(byDevice.values());
  return mounted.filter((each) => own.has(each));
}

function hasOwnSpace({ mount, type, device, isReadOnly }: FileSystem): boolean {
  if (isReadOnly && isImage(device)) return false;
  if (mount === '/') return !READ_ONLY.has(type);
  return !WITHOUT_SPACE.has(type) && !isTemporaryPlace(mount);
}

/** A mounted image file is read-only and always full; but a disk that became read-only after errors is not an image. */
function isImage(device: string): boolean {
  return /^\/dev\/loop\d+(p\d+)?$/.test(device);
}

function isShorter(a: string, b: string): boolean {
  return a.length < b.length || (a.length === b.length && a < b);
}
