// One file per icon, because the package's index loads all of them.
export { BarsIcon } from '@patternfly/react-icons/dist/esm/icons/bars-icon';
export { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
export { UserIcon } from '@patternfly/react-icons/dist/esm/icons/user-icon';
