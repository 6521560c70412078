def draw_curve(curve, rival, path):
    pass
