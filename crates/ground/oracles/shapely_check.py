"""Compares answers about shapes, given as JSON lines on standard input, with those of shapely.

Prints one line of JSON: the version, how many answers were compared, and those that are wrong. Ends with status 3 where
shapely is not installed. `cargo xtask campaign ground` runs it.
"""

import json
import sys

try:
    import shapely
    from shapely.geometry import LineString, Point, Polygon
except ImportError:
    sys.exit(3)

# A float is that much beside the truth at most.
NEAR = 1e-7


def core(corners):
    if len(corners) == 1:
        return Point(corners[0])
    return LineString(corners) if len(corners) == 2 else Polygon(corners)


def gap_is_right(question):
    a, b = question["a"], question["b"]
    gap = core(a["corners"]).distance(core(b["corners"])) - a["radius"] - b["radius"]
    if gap > NEAR and question["overlaps"] or gap < -NEAR and not question["overlaps"]:
        return False
    return max(gap, 0) - NEAR <= question["up"] < max(gap, 0) + 1 + NEAR


def point_is_right(question):
    return Polygon(question["polygon"]).intersects(Point(question["at"])) == question["inside"]


def line_is_right(question):
    polygon, line = Polygon(question["polygon"]), LineString([question["from"], question["to"]])
    within = polygon.intersection(line).length
    # A line that runs along an edge is in the polygon, yet not in its inside.
    within -= polygon.exterior.intersection(line).length
    return abs(within) <= NEAR * 10 or (within > 0) == question["crossed"]


CHECKS = {"gap": gap_is_right, "point": point_is_right, "line": line_is_right}

compared, wrong = 0, []
for text in sys.stdin:
    question = json.loads(text)
    compared += 1
    if not CHECKS[question["kind"]](question):
        wrong.append(question)
print(json.dumps({"version": shapely.__version__, "compared": compared, "wrong": len(wrong), "first": wrong[:3]}))
