import './group-calculation.suite';
import './group-members.suite';
import './group-preview.suite';
import './group-scale.suite';
import './groups-of-resource.suite';
import './groups.suite';
