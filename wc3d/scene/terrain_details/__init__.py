"""Details of drawn terrain: worn solids, loose dirt and stones at their feet, trees and rough ground.

The rules never use them. Start reading at `feature_details`.
"""
