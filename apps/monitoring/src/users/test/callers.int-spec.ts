import '../../authorization/test/role-matrix.suite';
import '../../authorization/test/visibility.suite';
import './favorites.suite';
import './users.suite';
