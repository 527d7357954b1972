"""The same rows and folds by scikit-learn, and the same measures by assesspy: reference.py IN OUT"""

import json
import sys

import assesspy
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

with open(sys.argv[1]) as given:
    counties = json.load(given)
answer = {}
for name, county in counties.items():
    x = np.array(county["rows"], dtype=float)
    # A column without two values makes scikit-learn fail.
    x = x[:, [np.unique(column[~np.isnan(column)]).size > 1 for column in x.T]]
    y, fold = np.log(county["prices"]), np.array(county["folds"])
    found = np.zeros(len(y))
    for one in np.unique(fold):
        model = HistGradientBoostingRegressor(early_stopping=False, random_state=0)
        found[fold == one] = model.fit(x[fold != one], y[fold != one]).predict(x[fold == one])
    estimates, prices = county["estimates"], county["today"]
    answer[name] = {
        "errors": np.abs(np.exp(found - y) - 1).tolist(),
        "cod": assesspy.cod(estimates, prices),
        "prd": assesspy.prd(estimates, prices),
        "prb": assesspy.prb(estimates, prices),
    }
with open(sys.argv[2], "w") as out:
    json.dump(answer, out)
