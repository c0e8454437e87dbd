"""Other people's statistics, which ours are compared with. Their types are their own affair."""

from typing import Any

import choix as _choix
import krippendorff as _krippendorff
import statsmodels.api as _api
from scipy import special as _special
from scipy import stats as _stats
from statsmodels.stats import contingency_tables as _tables
from statsmodels.stats import inter_rater as _inter_rater
from statsmodels.stats import multitest as _multitest
from statsmodels.stats import power as _power
from statsmodels.stats import proportion as _proportion

choix: Any = _choix
krippendorff: Any = _krippendorff
regressions: Any = _api
scipy_stats: Any = _stats
scipy_special: Any = _special
tables: Any = _tables
inter_rater: Any = _inter_rater
multitest: Any = _multitest
power: Any = _power
proportion: Any = _proportion
