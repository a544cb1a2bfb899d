"""Views of one shape that lie differently in memory, and shapes to try them on."""

import torch

# By rank; small, and odd where nothing asks for even sizes.
SHAPES = [(), (6,), (4, 6), (2, 4, 6), (2, 4, 2, 6), (2, 2, 4, 2, 2), (2, 2, 2, 2, 4, 2)]
SHAPES += [(2, 2, 2, 2, 2, 4, 2), (2, 2, 2, 2, 2, 2, 2, 2)]
EMPTY_SHAPES = [(0,), (0, 4), (4, 0), (2, 0, 6), (2, 6, 0)]


def contiguous(values, device):
    return values.to(device)


def transposed(values, device):
    if values.dim() < 2:
        return values.to(device)
    return values.transpose(0, -1).contiguous().to(device).transpose(0, -1)


def sliced(values, device):
    """Every second element along the last dim of a larger tensor."""
    if values.dim() == 0:
        return values.to(device)
    spread = torch.zeros(*values.shape[:-1], 2 * values.shape[-1], dtype=values.dtype)
    spread[..., ::2] = values
    return spread.to(device)[..., ::2]


def expanded(values, device):
    """The first row of dim 0 for all of them, with stride 0."""
    if values.dim() == 0 or values.shape[0] == 0:
        return values.to(device)
    return values[:1].to(device).expand(values.shape)


def offset(values, device):
    """Seven elements into its storage."""
    longer = torch.zeros(values.numel() + 7, dtype=values.dtype)
    longer[7:] = values.reshape(-1)
    return longer.to(device)[7:].view(values.shape)


ALL = [contiguous, transposed, sliced, expanded, offset]
